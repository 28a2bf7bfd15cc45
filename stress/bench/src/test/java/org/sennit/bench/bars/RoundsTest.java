package org.sennit.bench.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.bench.bars.Bar.OfTable;
import org.sennit.bench.bars.Bar.Placement;
import org.sennit.bench.bars.Bar.Reference;
import org.sennit.bench.bars.Bar.Relation;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.report.TableRow;

class RoundsTest {

    private static final OfTable BAR = new OfTable(
            Benchmark.LATENCY, 8, false, Placement.MAPPED, Reference.BEST_PEER, Relation.AT_MOST, 1.2, "near");

    private final Rounds rounds = new Rounds(BAR);

    private static TableRow row(double ns, Speed speed, double peerNs, Speed peerSpeed) {
        return new TableRow(
                8,
                new Summary(1, ns, ns, ns),
                Summary.NONE,
                30,
                30,
                speed,
                List.of(new PeerFigure("ompi", 8, new Summary(1, peerNs, peerNs, peerNs), peerSpeed)));
    }

    @Test
    void oneRoundIsNotEnoughAndTwoThatAgreeAre() {
        rounds.add(row(110, Speed.NEAR, 100, Speed.NEAR));
        assertFalse(rounds.isSettled());
        rounds.add(row(115, Speed.NEAR, 100, Speed.NEAR));
        assertTrue(rounds.isSettled());
        assertEquals(Verdict.MET, rounds.result().verdict());
        assertEquals(1.1, rounds.result().ratio(), 1e-9);
    }

    @Test
    void roundsThatDifferCannotBeMeasured() {
        rounds.add(row(110, Speed.NEAR, 100, Speed.NEAR));
        rounds.add(row(130, Speed.NEAR, 100, Speed.NEAR));
        assertFalse(rounds.isSettled());
        assertEquals(Verdict.NOT_MEASURABLE_NOW, rounds.result().verdict());
        assertEquals("rounds differ: 1.10, 1.30", rounds.result().reference());
    }

    @Test
    void oneSpoiltRoundDecidesNothing() {
        rounds.add(row(110, Speed.NEAR, 100, Speed.NEAR));
        rounds.add(row(170, Speed.NEAR, 100, Speed.NEAR));
        rounds.add(row(111, Speed.NEAR, 100, Speed.NEAR));
        assertFalse(rounds.isSettled());
        assertEquals(Verdict.NOT_MEASURABLE_NOW, rounds.result().verdict());
        rounds.add(row(112, Speed.NEAR, 100, Speed.NEAR));
        assertTrue(rounds.isSettled());
        assertEquals(Verdict.MET, rounds.result().verdict());
        assertEquals(1.11, rounds.result().ratio(), 1e-9);
    }

    @Test
    void roundsAtOtherSpeedsCountWhereThereAreNoBetterOnesAndTheyAgree() {
        rounds.add(row(300, Speed.FAR, 100, Speed.MIXED));
        rounds.add(row(130, Speed.MIXED, 100, Speed.NEAR));
        assertFalse(rounds.isSettled());
        assertEquals(Verdict.MISSED, rounds.result().verdict());
        rounds.add(row(90, Speed.FAR, 100, Speed.FAR));
        assertEquals(Verdict.NOT_MEASURABLE_NOW, rounds.result().verdict());
    }

    @Test
    void roundsAtTheSpeedThatTheBarNeedsCountBeforeOthers() {
        rounds.add(row(300, Speed.FAR, 100, Speed.FAR));
        rounds.add(row(110, Speed.NEAR, 100, Speed.NEAR));
        rounds.add(row(112, Speed.NEAR, 100, Speed.NEAR));
        assertTrue(rounds.isSettled());
        assertEquals(Verdict.MET, rounds.result().verdict());
    }

    @Test
    void aRunThatFailsGivesNothing() {
        assertEquals(Verdict.NOT_MEASURABLE_NOW, rounds.result().verdict());
        assertEquals("the run failed", rounds.result().reference());
    }
}
