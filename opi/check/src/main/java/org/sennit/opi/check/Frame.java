package org.sennit.opi.check;

import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;

/** A construct around the current point that jumps and exceptions meet on their way out. */
sealed interface Frame {
    /** A loop, a switch or a labelled statement: where jumps end. */
    final class Target implements Frame {
        final Tree tree;
        final Facts onBreak = Facts.unreachable();
        final Facts onContinue = Facts.unreachable();

        Target(Tree tree) {
            this.tree = tree;
        }
    }

    /** The guarded part of a try: what exceptions find, and the jumps that must pass the finally block first. */
    final class Guard implements Frame {
        final boolean hasFinally;
        final Facts thrown = Facts.unreachable();
        final List<Jump> jumps = new ArrayList<>();

        Guard(boolean hasFinally) {
            this.hasFinally = hasFinally;
        }

        void add(boolean isContinue, Tree target, Facts facts) {
            for (Jump jump : jumps) {
                if (jump.isContinue == isContinue && jump.target == target) {
                    jump.facts.join(facts);
                    return;
                }
            }
            jumps.add(new Jump(isContinue, target, facts.copy()));
        }
    }

    /**
     * A jump that is on its way.
     *
     * @param isContinue to the next turn of a loop, else to the end of the target
     * @param target the construct; null: out of the body
     * @param facts what is known there
     */
    record Jump(boolean isContinue, Tree target, Facts facts) {}
}
