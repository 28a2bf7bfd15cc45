package org.sennit.conformance.layering.planted;

import java.util.List;
import org.sennit.conformance.layering.planted.inner.Engine;

/** Shows an inner type in every place where one can stand. */
public class Leaking extends Engine {
    protected Engine field;

    private Engine hiddenField;

    /** Is not seen. */
    private Engine hidden(Engine given) {
        hiddenField = given;
        return hiddenField;
    }

    protected <T extends Engine> void bounded(T any) {
        hidden(any);
    }

    public void given(Engine[] memory) {
        field = memory[0];
    }

    public void listed(List<? super Engine> into) {
        into.add(field);
    }

    public Engine returned() {
        return field;
    }

    /** A class in a class. */
    public static class Nested {
        protected Nested(Engine given) {
            given.toString();
        }
    }

    static class HiddenNested {
        public Engine shown() {
            return null;
        }
    }
}
