package org.sennit.conformance.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassModel;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sennit.conformance.Checkout;
import org.sennit.testkit.Core;

/**
 * What users can name is listed in {@code stress/conformance/API.txt}, shows no inner type, and is all that their
 * programs need.
 */
@Core
class FaceTest {
    private static final String PLANTED = "org.sennit.conformance.layering.planted";

    private static final String LIST = "stress/conformance/API.txt";

    /** The modules that users put on their class path. */
    private static final Set<String> LIBRARIES = Set.of(
            "runtime/core",
            "runtime/launch",
            "shm",
            "net",
            "endpoints/core",
            "opi/core",
            "endpoints/qmp/core",
            "endpoints/lapi/core");

    /** The modules that are written as users write. */
    private static final Set<String> PROGRAMS =
            Set.of("endpoints/examples", "opi/examples", "endpoints/qmp/examples", "endpoints/lapi/examples");

    @Test
    void everyPublicClassIsListedOrInner() throws IOException {
        String listed = Files.readString(Checkout.root().resolve(LIST));
        assertEquals(listed, apiOf(libraries()), "a change of the API is a change of " + LIST);
    }

    @Test
    void theSiteHasTheSourcesOfEveryPublicClass() throws IOException {
        String site = Files.readString(Checkout.root().resolve("runtime/distribution/site/pom.xml"));
        List<String> missing = House.LAYERS.stream()
                .filter(layer -> LIBRARIES.contains(layer.folder()))
                .filter(layer -> !apiOf(House.classes(layer).stream()).isEmpty())
                .map(layer -> layer.folder() + "/src/main/java")
                .filter(sources -> !site.contains("/" + sources + "${path.separator}"))
                .toList();
        assertEquals(List.of(), missing);
    }

    @Test
    void noSignatureShowsAnInnerType() {
        List<String> leaks = libraries()
                .filter(model -> isApi(ClassFiles.name(model)) && FaceRules.isPublic(model))
                .flatMap(model -> FaceRules.leaks(model, FaceTest::isHidden).stream())
                .toList();
        assertEquals("", String.join("\n", leaks));
    }

    @Test
    void programsNeedTheApiAlone() {
        List<ClassModel> programs = modules(PROGRAMS).toList();
        assertTrue(programs.size() > 50, "nothing was compiled?");
        assertEquals(
                "",
                programs.stream()
                        .flatMap(model -> FaceRules.reachesInside(model, FaceTest::isHidden).stream())
                        .collect(Collectors.joining("\n")));
        PackageGraph graph = House.graph(); // with the imports of the sources, whose constants javac has copied
        assertEquals(
                "",
                House.LAYERS.stream()
                        .filter(layer -> PROGRAMS.contains(layer.folder()))
                        .flatMap(layer -> graph.packages().stream().filter(layer::owns))
                        .flatMap(from -> graph.usedBy(from).entrySet().stream())
                        .filter(arrow -> isHidden(arrow.getKey() + ".Any"))
                        .map(arrow -> arrow.getValue())
                        .collect(Collectors.joining("\n")));
    }

    @Test
    void aPublicClassThatIsNotListedIsFound() {
        String found = apiOf(planted());
        assertTrue(found.contains(PLANTED + ".Leaking\n"), found);
        assertTrue(found.contains(PLANTED + ".Leaking$Nested\n"), found);
        assertTrue(!found.contains("Hidden"), found);
    }

    @Test
    void anInnerTypeInASignatureIsFound() {
        String inner = " shows " + PLANTED + ".inner.Engine";
        List<String> leaks = planted()
                .filter(model -> !isPlantedInner(ClassFiles.name(model)) && FaceRules.isPublic(model))
                .flatMap(model -> FaceRules.leaks(model, FaceTest::isPlantedInner).stream())
                .toList();
        String leaking = PLANTED + ".Leaking";
        assertEquals(
                List.of(
                        leaking + "$Nested.<init>" + inner,
                        leaking + inner,
                        leaking + ".bounded" + inner,
                        leaking + ".given" + inner,
                        leaking + ".listed" + inner,
                        leaking + ".returned" + inner,
                        leaking + ".field" + inner),
                leaks);
    }

    @Test
    void aProgramThatReachesInsideIsFound() {
        List<String> found = planted()
                .filter(model -> ClassFiles.name(model).endsWith(".Program"))
                .flatMap(model -> FaceRules.reachesInside(model, FaceTest::isPlantedInner).stream())
                .toList();
        assertEquals(List.of(PLANTED + ".Program uses " + PLANTED + ".inner.Engine"), found);
    }

    private static Stream<ClassModel> libraries() {
        return modules(LIBRARIES);
    }

    private static Stream<ClassModel> modules(Set<String> folders) {
        return House.LAYERS.stream()
                .filter(layer -> folders.contains(layer.folder()))
                .flatMap(layer -> House.classes(layer).stream());
    }

    private static Stream<ClassModel> planted() {
        try {
            return ClassFiles.in(Path.of(FaceTest.class.getResource("planted").toURI())).stream();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The public classes outside of inner packages, one a line. */
    private static String apiOf(Stream<ClassModel> classes) {
        Set<String> names = new TreeSet<>();
        classes.filter(FaceRules::isPublic)
                .map(ClassFiles::name)
                .filter(name -> !isInner(name))
                .forEach(name -> names.add(name + "\n"));
        return String.join("", names);
    }

    private static boolean isInner(String name) {
        return name.startsWith("org.sennit.internal.");
    }

    private static boolean isApi(String name) {
        return House.isFace(ClassFiles.packageOf(name));
    }

    /** Whether users cannot import a class: it is ours, and not of the API. */
    private static boolean isHidden(String name) {
        return name.startsWith("org.sennit.") && !isApi(name) && !name.startsWith("org.sennit.examples.");
    }

    private static boolean isPlantedInner(String name) {
        return name.startsWith(PLANTED + ".inner.");
    }
}
