package org.sennit.bench.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.bench.bars.Bar.OfGauge;
import org.sennit.bench.bars.Bar.OfTable;
import org.sennit.bench.bars.Bar.Placement;
import org.sennit.bench.bars.Bar.Reference;
import org.sennit.bench.bars.Bar.Relation;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.report.TableRow;

class OutcomeTest {

    @Test
    void isMetAtTheLimitAndMissedAboveIt() {
        OfTable bar = latency(Reference.FLOOR, "any");
        assertEquals(Verdict.MET, Outcome.of(bar, row(80, 50, Speed.NEAR)).verdict());
        Outcome missed = Outcome.of(bar, row(81, 50, Speed.NEAR));
        assertEquals(Verdict.MISSED, missed.verdict());
        assertEquals(1.62, missed.ratio(), 1e-9);
        assertEquals("0.081 us", missed.figure());
        assertEquals("0.050 floor", missed.reference());
    }

    @Test
    void isNotMeasurableAtTheWrongSpeed() {
        Outcome outcome = Outcome.of(latency(Reference.FLOOR, "near"), row(80, 50, Speed.FAR));
        assertEquals(Verdict.NOT_MEASURABLE_NOW, outcome.verdict());
        assertEquals("needs near", outcome.reference());
    }

    @Test
    void isNotMeasurableWhenTheSpeedChangedOrNothingIsThereToCompare() {
        assertEquals(
                Verdict.NOT_MEASURABLE_NOW,
                Outcome.of(latency(Reference.FLOOR, "any"), row(80, 50, Speed.MIXED))
                        .verdict());
        assertEquals(
                Verdict.NOT_MEASURABLE_NOW,
                Outcome.of(latency(Reference.BEST_PEER, "any"), row(80, 50, Speed.NEAR))
                        .verdict());
    }

    @Test
    void holdsAgainstTheFastestPeer() {
        TableRow row = row(80, 50, Speed.NEAR, peer("ompi", 100, Speed.NEAR), peer("mpich", 90, Speed.NEAR));
        assertEquals(
                "0.090 mpich",
                Outcome.of(latency(Reference.BEST_PEER, "any"), row).reference());
        assertEquals(
                "0.100 ompi",
                Outcome.of(latency(Reference.OPEN_MPI, "any"), row).reference());
    }

    @Test
    void isNotMetWhileAPeerThatMayBeFasterRanAtAnotherSpeed() {
        PeerFigure other = peer("mpich-tuned", 10, Speed.FAR);
        TableRow fast = row(80, 50, Speed.NEAR, peer("ompi", 100, Speed.NEAR), other);
        Outcome outcome = Outcome.of(latency(Reference.BEST_PEER, "any"), fast);
        assertEquals(Verdict.NOT_MEASURABLE_NOW, outcome.verdict());
        assertEquals("a peer at other speed", outcome.reference());
        assertEquals(
                Verdict.MET,
                Outcome.of(latency(Reference.OPEN_MPI, "any"), fast).verdict());
        TableRow slow = row(500, 50, Speed.NEAR, peer("ompi", 100, Speed.NEAR), other);
        assertEquals(
                Verdict.MISSED,
                Outcome.of(latency(Reference.BEST_PEER, "any"), slow).verdict());
    }

    @Test
    void comparesBandwidthNotTime() {
        OfTable bar = new OfTable(
                Benchmark.BANDWIDTH, 8, false, Placement.TCP, Reference.FLOOR, Relation.AT_LEAST, 0.8, "any");
        assertEquals(Verdict.MET, Outcome.of(bar, row(125, 100, Speed.NEAR)).verdict());
        assertEquals(Verdict.MISSED, Outcome.of(bar, row(126, 100, Speed.NEAR)).verdict());
    }

    @Test
    void holdsATimeAgainstALimitInMicroseconds() {
        OfTable bar = new OfTable(
                Benchmark.BARRIER, 8, false, Placement.ONE_JVM, Reference.US, Relation.AT_MOST, 0.14, "near");
        assertEquals(Verdict.MET, Outcome.of(bar, row(140, 50, Speed.NEAR)).verdict());
        Outcome missed = Outcome.of(bar, row(147, 50, Speed.NEAR));
        assertEquals(Verdict.MISSED, missed.verdict());
        assertEquals("0.140 us limit", missed.reference());
        assertEquals(1.05, missed.ratio(), 1e-9);
        assertEquals(
                Verdict.NOT_MEASURABLE_NOW,
                Outcome.of(bar, row(140, 50, Speed.FAR)).verdict());
    }

    @Test
    void holdsAGaugeAgainstItsLimit() {
        OfGauge bar = new OfGauge(Gauge.IDLE_JOB, Relation.AT_MOST, 2);
        assertEquals(Verdict.MET, Outcome.of(bar, 1.9).verdict());
        assertEquals(Verdict.MISSED, Outcome.of(bar, 2.1).verdict());
        assertEquals(Verdict.NOT_MEASURABLE_NOW, Outcome.of(bar, Double.NaN).verdict());
    }

    @Test
    void holdsAgainstWhatWasMeasuredInTurnAndNotAgainstAPeer() {
        TableRow alone = row(120, 50, Speed.NEAR, peer("ompi", 10, Speed.NEAR));
        OfTable bar = new OfTable(
                Benchmark.GIVE, 8, false, Placement.ONE_JVM, Reference.BESIDE, Relation.AT_MOST, 1.2, "any");
        assertEquals(Verdict.NOT_MEASURABLE_NOW, Outcome.of(bar, alone).verdict());
        TableRow beside = new TableRow(
                8,
                alone.time(),
                alone.floor(),
                30,
                30,
                Speed.NEAR,
                alone.peers(),
                List.of(peer("send-8B", 100, Speed.NEAR)));
        assertEquals(Verdict.MET, Outcome.of(bar, beside).verdict());
        assertEquals("0.100 send-8B", Outcome.of(bar, beside).reference());
        assertEquals(1.2, beside.ratioToBeside(), 1e-9);
    }

    @Test
    void aBarAboutWhatIsMeasuredInTurnHoldsItAgainstTheOwnFigureOrAnotherOne() {
        TableRow row = new TableRow(
                8,
                new Summary(9, 100, 100, 100),
                Summary.NONE,
                30,
                30,
                Speed.NEAR,
                List.of(peer("ompi", 300, Speed.NEAR)),
                List.of(peer(Benchmark.DECLARED, 105, Speed.NEAR), peer(Benchmark.SEPARATE, 140, Speed.NEAR)));
        Outcome byRequests = Outcome.of(declared(Reference.PERSISTENT, 1.1), row);
        assertEquals("0.105 us", byRequests.figure());
        assertEquals("0.100 persistent", byRequests.reference());
        assertEquals(Verdict.MET, byRequests.verdict());
        assertEquals(1.05, byRequests.ratio(), 1e-9);
        assertEquals(
                Verdict.MET,
                Outcome.of(declared(Reference.SEPARATE, 1 / 1.3), row).verdict());
        assertEquals(
                "0.300 ompi", Outcome.of(declared(Reference.BEST_PEER, 1), row).reference());
        assertEquals(
                Verdict.NOT_MEASURABLE_NOW,
                Outcome.of(declared(Reference.BY_HAND, 1), row).verdict());
    }

    private static OfTable declared(Reference reference, double ratio) {
        return new OfTable(Benchmark.PERSISTENT, 8, false, Placement.ONE_JVM, reference, Relation.AT_MOST, ratio, "any")
                .about(Benchmark.DECLARED);
    }

    private static OfTable latency(Reference reference, String speed) {
        return new OfTable(Benchmark.LATENCY, 8, false, Placement.ONE_JVM, reference, Relation.AT_MOST, 1.6, speed);
    }

    private static PeerFigure peer(String label, double ns, Speed speed) {
        return new PeerFigure(label, 8, new Summary(1, ns, ns, ns), speed);
    }

    private static TableRow row(double timeNs, double floorNs, Speed speed, PeerFigure... peers) {
        return new TableRow(
                8,
                new Summary(9, timeNs, timeNs, timeNs),
                new Summary(9, floorNs, floorNs, floorNs),
                30,
                30,
                speed,
                List.of(peers));
    }
}
