package org.sennit.internal.endpoints.rma.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who has the lock of a member, and how waits for it end. */
class MemberLockTest {
    private final MemberLock lock = new MemberLock();
    private final List<String> decided = new ArrayList<>();

    private int ask(String name, int kind) {
        return ask(name, kind, false);
    }

    private int ask(String name, int kind, boolean isNested) {
        return lock.ask(new MemberLock.Wish() {
            @Override
            public int kind() {
                return kind;
            }

            @Override
            public boolean isNested() {
                return isNested;
            }

            @Override
            public void decided(int outcome) {
                decided.add(name + "=" + outcome);
            }
        });
    }

    @Test
    void isGrantedInTheOrderOfTheWishesAndToSharedOnesTogether() {
        assertEquals(MemberLock.GRANTED, ask("a", PartLocks.EXCLUSIVE));
        assertEquals(MemberLock.QUEUED, ask("b", PartLocks.SHARED));
        assertEquals(MemberLock.QUEUED, ask("c", PartLocks.SHARED));
        assertEquals(MemberLock.QUEUED, ask("d", PartLocks.EXCLUSIVE));
        assertEquals(MemberLock.QUEUED, ask("e", PartLocks.SHARED));
        lock.release(PartLocks.EXCLUSIVE);
        assertEquals(List.of("b=0", "c=0"), decided);
        lock.release(PartLocks.SHARED);
        assertEquals(2, decided.size());
        lock.release(PartLocks.SHARED);
        assertEquals(List.of("b=0", "c=0", "d=0"), decided);
        lock.release(PartLocks.EXCLUSIVE);
        assertEquals("e=0", decided.getLast());
    }

    @Test
    void aSharedWishOfAHolderOfOtherLocksJoinsSharedHoldersAndNoExclusiveOne() {
        assertEquals(MemberLock.GRANTED, ask("a", PartLocks.SHARED));
        assertEquals(MemberLock.QUEUED, ask("b", PartLocks.EXCLUSIVE));
        assertEquals(MemberLock.QUEUED, ask("c", PartLocks.SHARED));
        assertEquals(MemberLock.GRANTED, ask("d", PartLocks.SHARED, true));
        assertEquals(MemberLock.QUEUED, ask("e", PartLocks.EXCLUSIVE, true));
        lock.release(PartLocks.SHARED);
        assertEquals(List.of(), decided);
        lock.release(PartLocks.SHARED);
        assertEquals(List.of("b=0"), decided);
        assertEquals(MemberLock.QUEUED, ask("f", PartLocks.SHARED, true));
        lock.release(PartLocks.EXCLUSIVE);
        assertEquals(List.of("b=0", "c=0"), decided);
    }

    @Test
    void aClosedPartEndsTheWaitsThatNoHolderCanEnd() {
        ask("holder", PartLocks.EXCLUSIVE);
        ask("a", PartLocks.SHARED);
        int refused = -1;
        lock.closed(refused);
        assertEquals(List.of("a=" + refused), decided);
        assertEquals(refused, ask("late", PartLocks.SHARED));
        assertEquals(1, decided.size());
    }

    @Test
    void waitsEndWithTheProgramOfTheHolderAndWithAFailure() {
        ask("holder", PartLocks.EXCLUSIVE);
        ask("a", PartLocks.SHARED);
        lock.holderEnded(5);
        assertEquals(List.of("a=" + (MemberLock.LOST + 5)), decided);
        assertEquals(MemberLock.LOST + 5, ask("b", PartLocks.SHARED));
        lock.memberFailed();
        assertEquals(MemberLock.FAILED, ask("c", PartLocks.SHARED));
        lock.release(PartLocks.EXCLUSIVE);
        assertEquals(MemberLock.GRANTED, ask("d", PartLocks.SHARED));
        assertFalse(lock.expose());
    }
}
