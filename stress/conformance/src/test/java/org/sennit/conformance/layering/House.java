package org.sennit.conformance.layering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sennit.conformance.Checkout;

/** The modules of the house and which way their arrows go: the table of the architecture as data. */
final class House {
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?([a-z][\\w.]*\\.[A-Z]\\w*)", Pattern.MULTILINE);

    private static final String RUNTIME = "org.sennit.runtime";
    private static final String LAUNCH = "org.sennit.launch";
    private static final String SHM = "org.sennit.shm";
    private static final String NET = "org.sennit.net";
    private static final String ENDPOINTS = "org.sennit.endpoints";
    private static final String EXAMPLES = "org.sennit.examples";
    private static final String OPI = "org.sennit.opi";
    private static final String CHECK = "org.sennit.opi.check";
    private static final String OWNERSHIP = "org.sennit.ownership";
    private static final String BENCH = "org.sennit.bench";

    /** What runtime stands on, so what everything may see. */
    private static final List<String> BASE = List.of("org.agrona", "org.jctools", "org.slf4j");

    static final List<Layer> LAYERS = List.of(
            new Layer(
                    "runtime/core",
                    RUNTIME,
                    List.of(),
                    BASE,
                    List.of(
                            "error",
                            "concurrent",
                            "config",
                            "memory",
                            "message",
                            "trace",
                            "request",
                            "progress",
                            "bootstrap",
                            "netmod")),
            new Layer("runtime/launch", LAUNCH, List.of(RUNTIME), with("picocli", "me.tongfei.progressbar"), List.of()),
            new Layer(
                    "runtime/testkit",
                    "org.sennit.testkit",
                    List.of(),
                    List.of("org.junit", "org.opentest4j"),
                    List.of()),
            new Layer(
                    "runtime/contracts",
                    "org.sennit.contract",
                    List.of(RUNTIME, "org.sennit.testkit"),
                    with("org.junit"),
                    List.of()),
            new Layer(
                    "runtime/contracts",
                    "org.sennit.contract",
                    List.of(RUNTIME, "org.sennit.testkit"),
                    with("org.junit", "org.opentest4j"),
                    List.of()),
            new Layer("stress/chaos", "org.sennit.chaos", List.of(RUNTIME), BASE, List.of()),
            new Layer("shm", SHM, List.of(RUNTIME), BASE, List.of()),
            new Layer(
                    "net",
                    NET,
                    List.of(RUNTIME),
                    with("io.netty", "org.bouncycastle"),
                    List.of("wire", "flow", "loop", "connection", "tls", "tcp")),
            new Layer(
                    "endpoints/core",
                    ENDPOINTS,
                    List.of(SHM, RUNTIME),
                    BASE,
                    List.of(
                            "device",
                            "ownership",
                            "datatype",
                            "group",
                            "comm",
                            "watch",
                            "observe",
                            "p2p",
                            "coll",
                            "construct",
                            "topology",
                            "api")),
            new Layer(
                    "endpoints/examples",
                    EXAMPLES,
                    List.of(ENDPOINTS, RUNTIME, LAUNCH),
                    with("picocli", "me.tongfei.progressbar"),
                    List.of()),
            new Layer("opi/core", OPI, List.of(ENDPOINTS, RUNTIME), BASE, List.of()),
            new Layer("opi/check", CHECK, List.of(), List.of("com.google.errorprone"), List.of()),
            new Layer(
                    "opi/examples",
                    OWNERSHIP,
                    List.of(OPI, EXAMPLES, ENDPOINTS, RUNTIME, LAUNCH),
                    with("picocli"),
                    List.of()),
            new Layer(
                    "stress/bench",
                    BENCH,
                    List.of(RUNTIME, LAUNCH, SHM, NET, ENDPOINTS, OPI, OWNERSHIP),
                    with(
                            "picocli",
                            "me.tongfei.progressbar",
                            "org.HdrHistogram",
                            "com.fasterxml.jackson",
                            "org.knowm.xchart",
                            "org.openjdk.jmh"),
                    List.of()));

    private House() {}

    private static List<String> with(String... more) {
        List<String> all = new ArrayList<>(BASE);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }

    /** The classes of a module's main code, without what JMH generates. */
    static List<ClassModel> classes(Layer layer) {
        return ClassFiles.in(Checkout.root().resolve(layer.folder()).resolve("target/classes")).stream()
                .filter(model -> !ClassFiles.name(model).contains(".jmh_generated."))
                .toList();
    }

    /** All that was compiled, and the imports of its sources. */
    static PackageGraph graph() {
        PackageGraph graph = new PackageGraph();
        for (Layer layer : LAYERS) {
            graph.add(classes(layer));
            addImports(graph, Checkout.root().resolve(layer.folder()).resolve("src/main/java"));
        }
        return graph;
    }

    private static void addImports(PackageGraph graph, Path sources) {
        if (!Files.isDirectory(sources)) {
            return;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String user =
                        sources.relativize(file).toString().replace(".java", "").replaceAll("[/\\\\]", ".");
                Matcher matcher = IMPORT.matcher(Files.readString(file));
                while (matcher.find()) {
                    graph.add(user, matcher.group(1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
