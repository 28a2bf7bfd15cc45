package org.sennit.opi.check;

import org.junit.jupiter.api.Test;

class OtherNamesTest {
    @Test
    void anotherNameOfTheSameBufferIsGoneToo() {
        Snippet.check("""
            Buffer same = b;
            link.give(b); // given
            same.put(1); // BUG: 'same' is used after 'b' was given away in line {given}
            """);
    }

    @Test
    void theFirstNameIsGoneToo() {
        Snippet.check("""
            Buffer same = (Buffer) b;
            link.give(same); // given
            b.put(1); // BUG: 'b' is used after 'same' was given away in line {given}
            """);
    }

    @Test
    void namesOfNamesAreGoneToo() {
        Snippet.check("""
            Buffer one = b;
            Buffer two = one;
            one = a;
            link.give(b); // given
            one.put(1);
            two.put(1); // BUG: 'two' is used after 'b' was given away in line {given}
            """);
    }

    @Test
    void aNameThatWasAssignedAnewIsAnother() {
        Snippet.check("""
            Buffer same = b;
            b = link.take();
            link.give(b);
            same.put(1);
            """);
    }

    @Test
    void aNameThatHoldsEitherIsNotTakenForOne() {
        Snippet.check("""
            Buffer either = a;
            if (isSet) {
                either = b;
            }
            link.give(either); // given
            a.put(1);
            either.put(1); // BUG: 'either' is used after it was given away in line {given}
            """);
    }

    @Test
    void anAssignmentInsideAnArgumentGivesBothNames() {
        Snippet.check("""
            link.give(a = b); // given
            b.put(1); // BUG: 'b' is used after 'a' was given away in line {given}
            """);
    }

    @Test
    void twoNamesAreExchanged() {
        Snippet.check("""
            link.give(a);
            a = b;
            b = link.take();
            a.put(1);
            b.put(1);
            """);
    }

    @Test
    void aViewDiesWithItsBuffer() {
        Snippet.check("""
            Buffer.View view = b.view();
            view.get();
            link.give(b); // given
            view.get(); // BUG: 'view' is used after 'b' was given away in line {given}
            """);
    }

    @Test
    void aViewOfWhatTheNameHeldBeforeDiesToo() {
        Snippet.check("""
            Buffer.View view = b.view();
            link.give(b); // given
            b = link.take();
            view.get(); // BUG: 'view' is used after 'b' was given away in line {given}
            """);
    }

    @Test
    void aPartOfAViewDiesWithItsBuffer() {
        Snippet.check("""
            Buffer.View part = b.view().slice();
            Buffer.View less = part.slice();
            b.free(); // freed
            less.get(); // BUG: 'less' is used after 'b' was given away in line {freed}
            """);
    }

    @Test
    void aViewOfAnotherBufferLives() {
        Snippet.check("""
            Buffer.View view = b.view();
            view = a.view();
            link.give(b);
            view.get();
            """);
    }

    @Test
    void aViewOfTheFreshBufferLives() {
        Snippet.check("""
            for (int i = 0; i < n; i++) {
                Buffer.View view = b.view();
                view.get();
                link.give(b);
                b = link.take();
            }
            """);
    }
}
