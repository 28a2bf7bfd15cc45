package org.sennit.conformance.layering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sennit.conformance.Checkout;

/** The modules of the house and which way their arrows go: the table of the architecture as data. */
final class House {
    /**
     * The class of an import: of ours the outermost one; of a library the last name, since its packages may be
     * capitalised.
     */
    private static final Pattern IMPORT = Pattern.compile(
            "^import (?:static )?(org\\.sennit\\.(?:[a-z]\\w*\\.)*[A-Z]\\w*"
                    + "|(?!org\\.sennit\\.)[a-z][\\w.]*\\.[A-Z]\\w*)",
            Pattern.MULTILINE);

    private static final List<String> RUNTIME = List.of(
            "org.sennit.message",
            "org.sennit.config",
            "org.sennit.spi.progress",
            "org.sennit.spi.packet",
            "org.sennit.spi.network",
            "org.sennit.spi.bootstrap",
            "org.sennit.spi.context",
            "org.sennit.internal.runtime");
    private static final List<String> LAUNCH = List.of("org.sennit.spi.launch", "org.sennit.internal.launch");
    private static final List<String> SHM = List.of("org.sennit.internal.shm");
    private static final List<String> NET = List.of("org.sennit.internal.net");
    private static final List<String> ENDPOINTS =
            List.of("org.sennit", "org.sennit.active", "org.sennit.spi.active", "org.sennit.internal.endpoints");
    private static final List<String> EXAMPLES = List.of("org.sennit.examples");
    private static final List<String> OPI = List.of("org.sennit.ownership", "org.sennit.internal.opi");
    private static final List<String> QMP = List.of("org.sennit.qmp");
    private static final List<String> QMP_EXAMPLES = List.of("org.sennit.examples.qmp");
    private static final List<String> LAPI = List.of("org.sennit.lapi");
    private static final List<String> LAPI_EXAMPLES = List.of("org.sennit.examples.lapi");
    private static final List<String> CHECK = List.of("org.sennit.opi.check");
    private static final List<String> OWNERSHIP = List.of("org.sennit.examples.ownership");
    private static final List<String> BENCH = List.of("org.sennit.bench");
    private static final List<String> TESTKIT = List.of("org.sennit.testkit");
    private static final List<String> CONTRACT = List.of("org.sennit.contract");
    private static final List<String> CHAOS = List.of("org.sennit.chaos");

    /** The packages that users and authors of modules import; all others are inner ones. */
    private static final List<String> FACE = List.of(
            "org.sennit",
            "org.sennit.active",
            "org.sennit.message",
            "org.sennit.config",
            "org.sennit.ownership",
            "org.sennit.qmp",
            "org.sennit.lapi",
            "org.sennit.spi.active",
            "org.sennit.spi.progress",
            "org.sennit.spi.packet",
            "org.sennit.spi.network",
            "org.sennit.spi.launch",
            "org.sennit.spi.bootstrap",
            "org.sennit.spi.context");

    /** A facade stands on what users see, on what is there for facades, and on nothing else. */
    private static final List<String> FACADE_USES = List.of(
            "org.sennit", "org.sennit.active", "org.sennit.spi.active", "org.sennit.message", "org.sennit.config");

    /** What runtime stands on, so what everything may see. */
    private static final List<String> BASE = List.of("org.agrona", "org.jctools", "org.slf4j");

    static final List<Layer> LAYERS = List.of(
            new Layer(
                    "runtime/core",
                    RUNTIME,
                    List.of(),
                    BASE,
                    in(
                            "org.sennit.internal.runtime",
                            "layout",
                            "error",
                            "concurrent",
                            "memory",
                            "affinity",
                            "trace",
                            "progress",
                            "bootstrap",
                            "bootstrap.server",
                            "bootstrap.root",
                            "bootstrap.engine",
                            "bootstrap.kubernetes",
                            "bootstrap.pmi",
                            "bootstrap.pmix",
                            "bootstrap.slurm",
                            "network")),
            new Layer(
                    "runtime/launch",
                    LAUNCH,
                    RUNTIME,
                    with("picocli", "me.tongfei.progressbar"),
                    in("org.sennit.internal.launch", "cache", "hosts", "process", "job", "host", "info", "doctor", "")),
            new Layer(
                    "runtime/testkit",
                    TESTKIT,
                    List.of(),
                    List.of("org.junit", "org.opentest4j", "org.openjdk.jol"),
                    List.of()),
            new Layer(
                    "runtime/contracts",
                    CONTRACT,
                    join(RUNTIME, TESTKIT),
                    with("org.junit", "org.opentest4j"),
                    in("org.sennit.contract", "local", "netmod")),
            new Layer("stress/chaos", CHAOS, RUNTIME, BASE, List.of()),
            new Layer(
                    "shm",
                    SHM,
                    RUNTIME,
                    BASE,
                    in(
                            "org.sennit.internal.shm",
                            "match",
                            "partitioned",
                            "protocol",
                            "team",
                            "mapped.memory",
                            "mapped.ring",
                            "mapped.transfer",
                            "mapped")),
            new Layer(
                    "net",
                    NET,
                    RUNTIME,
                    with("io.netty", "org.bouncycastle"),
                    in("org.sennit.internal.net", "wire", "flow", "loop", "connection", "tls", "tcp")),
            new Layer(
                    "endpoints/core",
                    ENDPOINTS,
                    join(SHM, RUNTIME),
                    BASE,
                    in(
                            "org.sennit.internal.endpoints",
                            "device.flow",
                            "device.peer",
                            "device.failure",
                            "device.rendezvous",
                            "device.remote",
                            "device.observation",
                            "device",
                            "am.operation",
                            "am.packet",
                            "am.memory",
                            "am.endpoint",
                            "am.call",
                            "am.remote",
                            "am",
                            "ownership",
                            "datatype",
                            "group",
                            "comm",
                            "watch",
                            "observe",
                            "p2p",
                            "coll.schedule",
                            "coll.algorithm",
                            "coll.select",
                            "coll",
                            "coll.call",
                            "construct",
                            "topology",
                            "rma.memory",
                            "rma.update",
                            "rma.lock",
                            "rma.call",
                            "rma.remote",
                            "rma",
                            "handle")),
            new Layer(
                    "endpoints/examples",
                    EXAMPLES,
                    join(ENDPOINTS, RUNTIME, LAUNCH),
                    with("picocli", "me.tongfei.progressbar"),
                    in("org.sennit.examples", "console", "npb", "cg", "ft", "heat", "is", "learning", "onesided", "")),
            new Layer("opi/core", OPI, join(ENDPOINTS, RUNTIME), BASE, in("org.sennit.internal.opi", "pool", "")),
            new Layer("endpoints/qmp/core", QMP, FACADE_USES, BASE, List.of()),
            new Layer("endpoints/lapi/core", LAPI, FACADE_USES, BASE, List.of()),
            new Layer("opi/check", CHECK, List.of(), List.of("com.google.errorprone"), List.of()),
            new Layer(
                    "opi/examples",
                    OWNERSHIP,
                    join(OPI, EXAMPLES, ENDPOINTS, RUNTIME, LAUNCH),
                    with("picocli"),
                    in("org.sennit.examples.ownership", "ways", "fft2d", "md", "")),
            new Layer(
                    "endpoints/qmp/examples",
                    QMP_EXAMPLES,
                    join(QMP, EXAMPLES, ENDPOINTS, RUNTIME, LAUNCH),
                    with("picocli", "org.knowm.xchart"),
                    in(
                            "org.sennit.examples.qmp",
                            "algebra",
                            "lattice",
                            "console",
                            "halo",
                            "gauge",
                            "fermion",
                            "learning",
                            "")),
            new Layer(
                    "endpoints/lapi/examples",
                    LAPI_EXAMPLES,
                    join(LAPI, EXAMPLES, ENDPOINTS, RUNTIME, LAUNCH),
                    BASE,
                    List.of()),
            new Layer(
                    "stress/bench",
                    BENCH,
                    join(RUNTIME, LAUNCH, SHM, NET, ENDPOINTS, OPI, OWNERSHIP, QMP, QMP_EXAMPLES, LAPI),
                    with(
                            "picocli",
                            "me.tongfei.progressbar",
                            "org.HdrHistogram",
                            "com.fasterxml.jackson",
                            "org.knowm.xchart",
                            "org.openjdk.jmh"),
                    in(
                            "org.sennit.bench",
                            "collector",
                            "jmh",
                            "measure",
                            "operation",
                            "scratch",
                            "floor",
                            "report",
                            "copy",
                            "depth",
                            "inbox",
                            "program",
                            "crowd",
                            "peer",
                            "strided",
                            "onesided",
                            "run",
                            "ownership",
                            "bars",
                            "command")));

    private House() {}

    private static List<String> with(String... more) {
        List<String> all = new ArrayList<>(BASE);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }

    @SafeVarargs
    private static List<String> join(List<String>... lists) {
        List<String> all = new ArrayList<>();
        for (List<String> list : lists) {
            all.addAll(list);
        }
        return List.copyOf(all);
    }

    /**
     * The inner packages of a module, lowest first, by the rest of their names; the empty string is the base itself.
     */
    private static List<String> in(String base, String... packages) {
        return Stream.of(packages)
                .map(name -> name.isEmpty() ? base : base + "." + name)
                .toList();
    }

    /** Whether users or authors of modules import this package. */
    static boolean isFace(String name) {
        return FACE.contains(name);
    }

    /**
     * The longest base package of a module, or of this one, that a package lies in; the empty string where none fits.
     */
    static String basePackage(String name, Layer other) {
        return Stream.concat(Stream.of(other), LAYERS.stream())
                .flatMap(layer -> layer.basePackages().stream())
                .filter(base -> Layer.isIn(name, base))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
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
