package org.sennit.conformance.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.config.Options;
import org.sennit.conformance.Checkout;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The manifests of Kubernetes and the chart, against the schema from which the client's classes are generated. */
class KubernetesManifestTest {
    private static final Pattern HOLE = Pattern.compile("\\{\\{ (toJson )?\\.(\\w+)\\.(\\w+)( \\| quote)? }}");
    private static final Pattern LOOP = Pattern.compile("(?s) *\\{\\{- range .*?\\{\\{- end }}\n");

    private final Path folder = Checkout.root().resolve("runtime/launch/kubernetes");
    private final Gson gson = new Gson();

    private List<JsonObject> parse(String text) {
        List<JsonObject> objects = new ArrayList<>();
        for (Object each : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
            objects.add(gson.toJsonTree(each).getAsJsonObject());
        }
        return objects;
    }

    private List<JsonObject> manifest() throws IOException {
        return parse(Files.readString(folder.resolve("job.yaml")));
    }

    /**
     * Fills a template in, as Helm does for a release of the name sennit without options; these templates need no more.
     */
    private JsonObject rendered(String template) throws IOException {
        JsonObject values =
                parse(Files.readString(folder.resolve("chart/values.yaml"))).getFirst();
        assertTrue(values.getAsJsonObject("options").isEmpty());
        String text = LOOP.matcher(
                        Files.readString(folder.resolve("chart/templates").resolve(template)))
                .replaceAll("");
        String filled = HOLE.matcher(text).replaceAll(hole -> {
            if (hole.group(2).equals("Release")) {
                assertEquals("Name", hole.group(3));
                return "sennit";
            }
            JsonElement value = values.get(hole.group(3));
            String plain = hole.group(1) != null ? value.toString() : value.getAsString();
            return Matcher.quoteReplacement(hole.group(4) != null ? '"' + plain + '"' : plain);
        });
        assertFalse(filled.contains("{{"), filled);
        return parse(filled).getFirst();
    }

    @Test
    void manifestsFollowTheSchema() throws Exception {
        List<JsonObject> objects = manifest();
        assertEquals(2, objects.size());
        V1Service.validateJsonElement(objects.get(0));
        V1Job.validateJsonElement(objects.get(1));
    }

    @Test
    void aFieldThatTheSchemaDoesNotHaveIsFound() throws Exception {
        JsonObject job = manifest().get(1);
        podOf(job).addProperty("hostname-prefix", "a");
        assertThrows(IllegalArgumentException.class, () -> V1Job.validateJsonElement(job));
    }

    @Test
    void theChartMakesTheManifest() throws Exception {
        assertEquals(manifest(), List.of(rendered("service.yaml"), rendered("job.yaml")));
        JsonObject chart =
                parse(Files.readString(folder.resolve("chart/Chart.yaml"))).getFirst();
        for (String required : List.of("apiVersion", "name", "version")) {
            assertTrue(chart.has(required), required);
        }
    }

    private static JsonObject podOf(JsonObject job) {
        return job.getAsJsonObject("spec").getAsJsonObject("template").getAsJsonObject("spec");
    }

    private static JsonObject containerOf(JsonObject job) {
        return podOf(job).getAsJsonArray("containers").get(0).getAsJsonObject();
    }

    @Test
    void podsFindEachOtherAndTheSecret() throws Exception {
        JsonObject service = manifest().get(0);
        JsonObject job = manifest().get(1);
        String name = service.getAsJsonObject("metadata").get("name").getAsString();
        assertEquals(name, podOf(job).get("subdomain").getAsString());
        assertEquals(
                job.getAsJsonObject("metadata").get("name"),
                service.getAsJsonObject("spec").getAsJsonObject("selector").get("job-name"));
        Map<String, String> variables = containerOf(job).getAsJsonArray("env").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .collect(Collectors.toMap(
                        each -> each.get("name").getAsString(),
                        each -> each.get("value").getAsString()));
        assertEquals(name, variables.get("SENNIT_KUBERNETES_SERVICE"));
        assertEquals(
                job.getAsJsonObject("spec").get("completions").getAsString(), variables.get("SENNIT_KUBERNETES_PODS"));
        assertEquals("/etc/sennit/secret", variables.get("SENNIT_BOOTSTRAP_SECRET_FILE"));
        Set<String> known = ServiceLoader.load(OptionProvider.class).stream()
                .flatMap(each -> each.get().options().stream())
                .map(Option::name)
                .map(Options::variableName)
                .collect(Collectors.toSet());
        assertTrue(known.containsAll(variables.keySet()), variables::toString);
    }

    @Test
    void theContainerIsNotRootAndItsFilesAreReadOnly() throws Exception {
        JsonObject job = manifest().get(1);
        JsonObject security = containerOf(job).getAsJsonObject("securityContext");
        assertTrue(security.get("readOnlyRootFilesystem").getAsBoolean());
        assertFalse(security.get("allowPrivilegeEscalation").getAsBoolean());
        JsonObject user = podOf(job).getAsJsonObject("securityContext");
        assertTrue(user.get("runAsNonRoot").getAsBoolean());
        String image = Files.readString(folder.resolve("Containerfile"));
        String number = user.get("runAsUser").getAsString();
        assertTrue(image.contains("\nUSER " + number + ":" + number + "\n"), image);
    }
}
