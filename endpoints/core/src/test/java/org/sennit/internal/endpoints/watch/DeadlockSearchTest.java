package org.sennit.internal.endpoints.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.internal.endpoints.watch.SimulatedProcess.LEAST_NS;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.watch.SimulatedProcess.Sent;
import org.sennit.spi.progress.RankScope;

class DeadlockSearchTest {
    private static final int ROUNDS = 20;
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final List<DeadlockSearch> searches = new ArrayList<>();
    private final List<WaitPicture> pictures = new ArrayList<>();
    private final List<Sent> held = new ArrayList<>();
    private Predicate<Sent> isHeld = packet -> false;
    private long nowNs = LEAST_NS;

    /** Makes processes with one waiting endpoint each. */
    private void job(int count) {
        for (int i = 0; i < count; i++) {
            SimulatedProcess process = new SimulatedProcess(i);
            process.addWaiting();
            WaitPicture picture = new WaitPicture(id -> RankScope.processOf(id) + "/" + RankScope.idOf(id));
            QuietCheck quiet = new QuietCheck(process, process.waits, 1, LEAST_NS);
            int number = i;
            DeadlockSearch.Reports reports = (waits, ended) -> process.endpoints.forEach(each -> {
                long id = RankScope.endpoint(number, each.id());
                if (each.program.hasEnded()) {
                    ended.accept(id);
                } else {
                    waits.accept(WaitReport.of(id, each.wait, nowNs));
                }
            });
            processes.add(process);
            pictures.add(picture);
            searches.add(new DeadlockSearch(number, count, process, quiet, reports, picture));
        }
    }

    /**
     * Has each living process look once, then its threads answer, then its packets delivered; returns who finds a
     * deadlock.
     */
    private List<Integer> round() {
        List<Integer> found = new ArrayList<>();
        for (SimulatedProcess each : living()) {
            if (searches.get(each.number).advance(each.programs(), nowNs)) {
                found.add(each.number);
            }
            each.answer();
            for (Sent packet = each.sent.poll(); packet != null; packet = each.sent.poll()) {
                if (isHeld.test(packet)) {
                    held.add(packet);
                } else {
                    deliver(packet);
                }
            }
        }
        return found;
    }

    private List<SimulatedProcess> living() {
        return processes.stream()
                .filter(each -> processes.stream().allMatch(other -> !other.dead.contains(each.number)))
                .toList();
    }

    private void deliver(Sent packet) {
        searches.get(packet.to()).arrived(packet.from(), packet.kind(), packet.number(), packet.payload());
    }

    private void deliverHeld() {
        isHeld = packet -> false;
        held.forEach(this::deliver);
        held.clear();
    }

    /** Returns which processes find a deadlock in the next rounds; at most one may. */
    private List<Integer> search() {
        for (int i = 0; i < ROUNDS; i++) {
            List<Integer> found = round();
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    private void die(int number) {
        processes.forEach(each -> each.dead.add(number));
    }

    @Test
    void findsADeadlockInOneProcess() {
        job(1);
        assertEquals(List.of(0), search());
        assertTrue(
                pictures.get(0).text().contains("0/0 has waited 1.0 s"),
                pictures.get(0).text());
    }

    @Test
    void findsNoneInOneProcessWhenAllProgramsHaveEnded() {
        job(1);
        processes.get(0).endpoints.get(0).end();
        assertEquals(List.of(), search());
    }

    @Test
    void findsADeadlockOfThreeProcessesAndReportsTheWaitsOfAll() {
        job(3);
        assertEquals(List.of(0), search());
        String text = pictures.get(0).text();
        for (String each : List.of("0/0 has", "1/0 has", "2/0 has")) {
            assertTrue(text.contains(each), text);
        }
    }

    @Test
    void reportsEndedProgramsBesideTheWaits() {
        job(2);
        processes.get(1).endpoints.get(0).end();
        assertEquals(List.of(0), search());
        String text = pictures.get(0).text();
        assertTrue(text.contains("0/0 has") && text.contains("ended: 1/0"), text);
    }

    @Test
    void findsNoneWhenAllProgramsHaveEnded() {
        job(2);
        processes.forEach(each -> each.endpoints.get(0).end());
        assertEquals(List.of(), search());
    }

    @Test
    void findsNoneWhileOneProcessComputes() {
        job(3);
        var endpoint = processes.get(2).endpoints.get(0);
        endpoint.wait = null;
        assertEquals(List.of(), search());
        endpoint.await(0, false, true);
        assertEquals(List.of(0), search());
    }

    @Test
    void doesNotDecideBeforeEachMarkHasArrived() {
        job(2);
        isHeld = packet -> packet.kind() == DeadlockSearch.MARK && packet.to() == 1;
        assertEquals(List.of(), search());
        assertEquals(1, held.size());
        deliverHeld();
        assertEquals(List.of(0), search());
    }

    @Test
    void doesNotDecideBeforeTheMarksOfTheOtherProcessHaveArrived() {
        job(2);
        isHeld = packet -> packet.kind() == DeadlockSearch.MARK && packet.to() == 0;
        assertEquals(List.of(), search());
        deliverHeld();
        assertEquals(List.of(0), search());
    }

    @Test
    void abandonsTheRoundWhenAMessageAheadOfAMarkHasGivenAnEndpointWork() {
        job(2);
        isHeld = packet -> packet.kind() == DeadlockSearch.MARK && packet.to() == 1;
        assertEquals(List.of(), search());
        processes.get(1).endpoints.get(0).await(0, false, true); // the message has ended its wait
        deliverHeld();
        assertEquals(List.of(), search(), "a round ends, and the next one begins after a pause");
        nowNs += PAUSE_NS;
        assertEquals(List.of(0), search());
    }

    @Test
    void abandonsTheRoundWhenAnEndpointHasWorkedSinceItsProcessWasQuiet() {
        job(2);
        isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRM;
        assertEquals(List.of(), search());
        processes.get(1).endpoints.get(0).work++;
        deliverHeld();
        assertEquals(List.of(), search());
        nowNs += PAUSE_NS - 1;
        assertEquals(List.of(), search());
        nowNs++;
        assertEquals(List.of(0), search());
    }

    @Test
    void abandonsTheRoundWhenTheLeaderHasWorked() {
        job(2);
        isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRMED;
        assertEquals(List.of(), search());
        processes.get(0).endpoints.get(0).await(0, false, true);
        deliverHeld();
        assertEquals(List.of(), search());
        nowNs += PAUSE_NS;
        assertEquals(List.of(0), search());
    }

    @Test
    void forgetsTheMarksOfAbandonedRounds() {
        job(3);
        for (int i = 0; i < ROUNDS; i++) {
            isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRMED;
            assertEquals(List.of(), search());
            processes.get(0).endpoints.get(0).await(0, false, true);
            deliverHeld();
            assertEquals(List.of(), search());
            nowNs += PAUSE_NS;
        }
        searches.forEach(each -> assertTrue(each.countedRounds() <= 1, each.countedRounds() + " rounds"));
        assertEquals(List.of(0), search());
    }

    @Test
    void doesNotDecideWhileAPacketWithoutMarksIsUnderWay() {
        job(2);
        processes.get(0).unmarkedSent = 3;
        processes.get(1).unmarkedTaken = 2;
        assertEquals(List.of(), search());
        processes.get(1).unmarkedTaken = 3;
        assertEquals(List.of(0), search());
    }

    @Test
    void comparesPacketsSentWithThoseTakenBeforeThem() {
        job(2);
        processes.get(0).unmarkedSent = 1;
        processes.get(1).unmarkedTaken = 1; // the sums are equal at once, but the first attempt has no earlier one
        int confirmations = 0;
        boolean isFound = false;
        for (int i = 0; i < ROUNDS && !isFound; i++) {
            for (SimulatedProcess each : processes) {
                isFound |= searches.get(each.number).advance(each.programs(), nowNs);
                each.answer();
                for (Sent packet = each.sent.poll(); packet != null; packet = each.sent.poll()) {
                    confirmations += packet.kind() == DeadlockSearch.CONFIRM ? 1 : 0;
                    deliver(packet);
                }
            }
        }
        assertTrue(isFound);
        assertEquals(2, confirmations);
        String text = pictures.get(0).text();
        assertEquals(
                2, text.lines().filter(line -> line.contains(" has waited ")).count(), text);
    }

    @Test
    void hasTheNextProcessLeadWhenTheLeaderHasFailed() {
        job(3);
        isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRMED;
        assertEquals(List.of(), search());
        die(0);
        held.clear();
        isHeld = packet -> false;
        assertEquals(List.of(), search());
        nowNs += PAUSE_NS;
        assertEquals(List.of(1), search());
        String text = pictures.get(1).text();
        assertTrue(text.contains("1/0 has") && text.contains("2/0 has") && !text.contains("0/0 has"), text);
    }

    @Test
    void beginsAgainWhenAProcessHasFailedThatHasNotAnswered() {
        job(3);
        isHeld = packet -> packet.from() == 2;
        assertEquals(List.of(), search());
        die(2);
        isHeld = packet -> false;
        assertEquals(List.of(), search());
        nowNs += PAUSE_NS;
        assertEquals(List.of(0), search());
    }

    @Test
    void beginsAgainWhenAMemberLearnsOfAFailureAfterItsMarks() {
        job(3);
        processes.get(0).dead.add(2);
        processes.get(1).dead.remove(2);
        isHeld = packet -> packet.to() == 2;
        assertEquals(List.of(), search(), "a mark has gone to the process that has failed");
        processes.get(1).dead.add(2);
        assertEquals(List.of(), search());
        nowNs += PAUSE_NS;
        assertEquals(List.of(0), search());
    }

    @Test
    void ignoresTheQuestionOfAFailedLeaderBehindThatOfTheNextOne() {
        job(3);
        isHeld = packet -> packet.kind() == DeadlockSearch.ASK && packet.to() == 2;
        round();
        round();
        round();
        assertEquals(1, held.size());
        die(0);
        isHeld = packet -> packet.kind() == DeadlockSearch.READY;
        nowNs += PAUSE_NS;
        assertEquals(List.of(), search());
        nowNs += PAUSE_NS;
        assertEquals(List.of(), search());
        deliverHeld();
        assertEquals(List.of(1), search());
    }

    @Test
    void beginsAgainAfterAPauseWhenAProcessCouldNotBeAsked() {
        job(2);
        processes.get(0).unreachable.add(1);
        assertEquals(List.of(), search());
        processes.get(0).unreachable.clear();
        assertEquals(List.of(), search());
        nowNs += PAUSE_NS;
        assertEquals(List.of(0), search());
    }

    @Test
    void saysThatItIsReadyAgainWhereTheLeaderCouldNotBeReached() {
        job(2);
        processes.get(1).unreachable.add(0);
        assertEquals(List.of(), search());
        processes.get(1).unreachable.clear();
        assertEquals(List.of(0), search());
    }

    @Test
    void confirmsAgainWhereTheLeaderCouldNotBeReached() {
        job(2);
        isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRM;
        assertEquals(List.of(), search());
        processes.get(1).unreachable.add(0);
        deliverHeld();
        assertEquals(List.of(), search());
        processes.get(1).unreachable.clear();
        assertEquals(List.of(0), search());
    }

    @Test
    void beginsAgainAfterAPauseWhenAProcessCouldNotBeAskedToConfirm() {
        job(2);
        isHeld = packet -> packet.kind() == DeadlockSearch.READY;
        assertEquals(List.of(), search());
        processes.get(0).unreachable.add(1);
        deliverHeld();
        assertEquals(List.of(), search());
        processes.get(0).unreachable.clear();
        assertEquals(List.of(), search());
        nowNs += PAUSE_NS;
        assertEquals(List.of(0), search());
    }

    @Test
    void ignoresAnAnswerOfAnEarlierRound() {
        job(2);
        isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRMED;
        assertEquals(List.of(), search());
        List<Sent> late = List.copyOf(held);
        assertFalse(late.isEmpty());
        held.clear();
        processes.get(0).endpoints.get(0).await(0, false, true);
        search(); // abandons the first round
        nowNs += PAUSE_NS;
        isHeld = packet -> packet.kind() == DeadlockSearch.READY || packet.kind() == DeadlockSearch.CONFIRM;
        search();
        late.forEach(this::deliver);
        search();
        assertTrue(
                held.stream().noneMatch(packet -> packet.kind() == DeadlockSearch.CONFIRM),
                "process 1 is not ready yet");
        deliverHeld();
        assertEquals(List.of(0), search());
    }

    @Test
    void ignoresAnAnswerOfAnEarlierAttempt() {
        job(2);
        processes.get(0).unmarkedSent = 1;
        processes.get(1).unmarkedTaken = 1; // decided by the second attempt
        isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRMED;
        assertEquals(List.of(), search());
        Sent first = held.removeFirst();
        deliver(first);
        assertEquals(List.of(), search());
        assertEquals(1, held.size(), "the answer of the second attempt");
        deliver(first);
        assertEquals(List.of(), search());
        deliverHeld();
        assertEquals(List.of(0), search());
    }

    @Test
    void confirmsEachRoundAnewAtTheLeader() {
        job(2);
        noMarks();
        isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRM;
        assertEquals(List.of(), search()); // the leader has confirmed for itself
        processes.get(1).endpoints.get(0).work++;
        deliverHeld();
        assertEquals(List.of(), search()); // the other process has not
        nowNs += PAUSE_NS;
        isHeld = packet -> packet.kind() == DeadlockSearch.CONFIRM;
        assertEquals(List.of(), search());
        deliverHeld();
        assertEquals(List.of(0), search());
    }

    /** Has the processes send no marks, as those that have used no connection. */
    private void noMarks() {
        processes.forEach(each -> each.isSendingMarks = false);
    }

    @Test
    void aRoundOfTheNextLeaderHasANumberOfItsOwn() {
        job(3);
        isHeld = packet -> packet.kind() == DeadlockSearch.ASK && packet.to() == 1;
        assertEquals(List.of(), search());
        die(0);
        held.clear();
        isHeld = packet -> false;
        nowNs += PAUSE_NS;
        assertEquals(List.of(1), search());
    }
}
