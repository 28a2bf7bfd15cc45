package org.sennit.bench.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.report.TableRow;

class CrossoverTest {
    @Test
    void ownershipPaysFromTheSizeAfterWhichItIsNeverBehindAgain() {
        assertEquals(OptionalLong.of(32), Crossover.sizeBytes(rows(1.1, 0.8, 0.96, 0.9, 0.5)));
        assertEquals(OptionalLong.of(4), Crossover.sizeBytes(rows(0.5, 0.5)));
        assertEquals(OptionalLong.empty(), Crossover.sizeBytes(rows(0.5, 1)));
        assertEquals(OptionalLong.empty(), Crossover.sizeBytes(List.of()));
    }

    @Test
    void sizesThatAreNoBytesAreNamedInTheirUnit() {
        List<Crossover.Point> points = List.of(new Crossover.Point(128, 1), new Crossover.Point(256, 0.9));
        assertEquals("from 256 points a side on", Crossover.words(Crossover.size(points), "points a side"));
        assertEquals("at no size", Crossover.words(Crossover.size(points.subList(0, 1)), "points a side"));
    }

    @Test
    void gainsOfTheThesisAreMadeRelativeToItsMessages() {
        ThesisFigures.Gain half = new ThesisFigures.Gain(50, 20);
        ThesisFigures.Gain more = new ThesisFigures.Gain(75, 36);
        assertEquals(50, more.over(half).communication(), 1e-9);
        assertEquals(20, more.over(half).run(), 1e-9);
        assertEquals(more.communication(), half.and(more.over(half)).communication(), 1e-9);
        assertEquals(more.run(), half.and(more.over(half)).run(), 1e-9);
    }

    /** A row for each ratio, of sizes 4, 8, 16, …. */
    private static List<TableRow> rows(double... ratios) {
        List<TableRow> rows = new ArrayList<>();
        for (double ratio : ratios) {
            long sizeBytes = 4L << rows.size();
            List<PeerFigure> beside = List.of(new PeerFigure("sent", sizeBytes, summary(100), Speed.NEAR));
            rows.add(
                    new TableRow(sizeBytes, summary(100 * ratio), Summary.NONE, 30, 30, Speed.NEAR, List.of(), beside));
        }
        return rows;
    }

    private static Summary summary(double ns) {
        return new Summary(1, ns, ns, ns);
    }
}
