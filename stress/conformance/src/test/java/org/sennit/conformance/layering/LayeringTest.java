package org.sennit.conformance.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Core;

@Core
class LayeringTest {
    private static final String FIXTURE = "org.sennit.conformance.layering.fixture";

    /** Classes of a package that may use each other in a circle. */
    private static final int CIRCLE = 8;

    /** The packages with larger circles, and how large they are. */
    private static final Map<String, Integer> LARGER_CIRCLES = new TreeMap<>(Map.of(
            "org.sennit", 13,
            "org.sennit.lapi", 11,
            "org.sennit.qmp", 10));

    @Test
    void arrowsPointDown() {
        PackageGraph graph = House.graph().behind(House::isFace);
        List<String> violations = House.LAYERS.stream()
                .flatMap(layer -> layer.upwards(graph).stream())
                .toList();
        assertEquals("", String.join("\n", violations));
    }

    @Test
    void modulesUseWhatIsBelow() {
        PackageGraph graph = House.graph();
        List<String> violations = House.LAYERS.stream()
                .flatMap(layer -> layer.violations(graph).stream())
                .toList();
        assertEquals("", String.join("\n", violations));
    }

    @Test
    void noPackageIsOnACycle() {
        assertEquals("", String.join("\n", House.graph().behind(House::isFace).cycles()));
    }

    /** All throw SennitException, also what waits, which requests stand on: the one arrow back. */
    @Test
    void noPackageThatUsersSeeIsOnACycle() {
        PackageGraph face = House.graph().among(House::isFace, "org.sennit.message.SennitException");
        assertTrue(face.packages().contains("org.sennit.message"), "nothing was compiled?");
        assertEquals("", String.join("\n", face.cycles()));
    }

    @Test
    void seesTheProject() {
        String known = "org.sennit.internal.runtime.concurrent";
        assertTrue(House.graph().packages().contains(known), "nothing was compiled?");
    }

    @Test
    void circlesOfClassesInsideAPackageAreSmall() {
        Map<String, Integer> larger = new TreeMap<>(House.graph().largestCircles());
        larger.values().removeIf(size -> size <= CIRCLE);
        assertEquals(
                LARGER_CIRCLES,
                larger,
                "classes that use each other in a circle: cut it (constants to the class that owns them, interfaces"
                        + " that point down), or lower the number of one that has become smaller");
    }

    @Test
    void aCircleOfClassesIsFound() {
        PackageGraph graph = new PackageGraph();
        graph.add("one.A", "one.B$Inner");
        graph.add("one.B", "one.C");
        graph.add("one.C$Inner", "one.A");
        graph.add("one.D", "one.A");
        graph.add("one.A", "two.A");
        graph.add("two.A", "one.D");
        assertEquals(Map.of("one", 3, "two", 1), graph.largestCircles());
    }

    @Test
    void anArrowUpIsFound() {
        List<String> found =
                layer(List.of(FIXTURE + ".low", FIXTURE + ".high"), List.of()).violations(fixture());
        assertEquals(List.of("fixture may not: " + FIXTURE + ".low.ReachesUp uses " + FIXTURE + ".high.Above"), found);
    }

    @Test
    void aForbiddenLibraryIsFound() {
        PackageGraph graph = new PackageGraph();
        graph.add(FIXTURE + ".low.Some", "io.netty.buffer.ByteBuf");
        assertFalse(layer(List.of(), List.of()).violations(graph).isEmpty());
        assertTrue(layer(List.of(), List.of("io.netty")).violations(graph).isEmpty());
    }

    @Test
    void aPackageOutsideTheListIsFound() {
        List<String> found = layer(List.of(FIXTURE + ".low"), List.of()).violations(fixture());
        assertTrue(found.contains(FIXTURE + ".high is not in the list of packages of fixture"), found::toString);
    }

    @Test
    void severalPackagesWithoutAnOrderAreFound() {
        List<String> found = layer(List.of(), List.of()).violations(fixture());
        assertEquals(
                List.of("fixture has no order of its packages: [" + FIXTURE + ".high, " + FIXTURE + ".low]"), found);
    }

    @Test
    void aCycleIsFound() {
        List<String> cycles = fixture().cycles();
        assertEquals(1, cycles.size(), cycles::toString);
        assertTrue(cycles.getFirst().contains("ReachesUp uses"), cycles::toString);
    }

    @Test
    void aCycleThroughTheFaceIsFound() {
        PackageGraph graph = new PackageGraph();
        graph.add("low.Engine", "face.Call");
        graph.add("face.Call", "high.Handle");
        graph.add("high.Handle", "low.Engine");
        List<String> cycles = graph.behind("face"::equals).cycles();
        assertEquals(List.of("cycle: high.Handle uses low.Engine; low.Engine uses high.Handle"), cycles);
    }

    @Test
    void aCycleOfTheFaceIsFound() {
        PackageGraph graph = new PackageGraph();
        graph.add("face.one.Call", "face.two.Request");
        graph.add("face.two.Request", "face.one.Status");
        graph.add("face.two.Request", "inner.Engine");
        graph.add("inner.Engine", "face.one.Call");
        assertEquals(
                List.of("cycle: face.one.Call uses face.two.Request; face.two.Request uses face.one.Status"),
                graph.among(name -> name.startsWith("face."), "none").cycles());
        assertEquals(
                List.of(),
                graph.among(name -> name.startsWith("face."), "face.one.Status").cycles());
    }

    private static Layer layer(List<String> order, List<String> libraries) {
        return new Layer("fixture", List.of(FIXTURE), List.of(), libraries, order);
    }

    static PackageGraph fixture() {
        PackageGraph graph = new PackageGraph();
        graph.add(ClassFiles.in(fixtureFolder()));
        return graph;
    }

    static Path fixtureFolder() {
        try {
            return Path.of(LayeringTest.class.getResource("fixture").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
