package org.sennit.opi.check;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * The state of a walk through code in the order in which it runs: the facts at the current point, the constructs around
 * it, the bodies that it lies in. What happens to references goes through here.
 */
abstract class Flow extends TreeScanner<Void, Void> {
    final CompiledUnit unit;
    final References references;
    final Contracts contracts;
    final Findings findings;

    Facts facts = Facts.none();

    private Deque<Frame> frames = new ArrayDeque<>();
    private final Deque<Body> bodies = new ArrayDeque<>();
    private int suppressions;

    Flow(CompiledUnit unit, Contracts contracts) {
        this.unit = unit;
        this.references = new References(unit);
        this.contracts = contracts;
        this.findings = new Findings(unit);
    }

    /** Follows a tree that uses what a reference names. */
    final void read(Reference reference, Tree tree) {
        for (Reference part : reference.prefixes()) {
            readOnly(part, tree);
        }
        if (reference.isLocal()) {
            for (Body body : bodies) {
                if (body.declares(reference)) {
                    break;
                }
                body.read(reference);
            }
        }
        facts.run(reference);
    }

    /** As {@link #read}, of the objects on the way and not of what the reference names itself. */
    final void readWay(Reference reference, Tree tree) {
        for (Reference part : reference.prefixes()) {
            if (!part.equals(reference)) {
                readOnly(part, tree);
            }
        }
    }

    private void readOnly(Reference part, Tree tree) {
        Set<Give> gives = facts.givesOf(part);
        if (!gives.isEmpty()) {
            if (suppressions == 0) {
                findings.add(tree, part, gives);
            }
            facts.pardon(part);
        }
    }

    /** Follows an argument that is given away. */
    final void give(Tree argument) {
        References.forEachValue(argument, value -> {
            Reference reference = references.of(value);
            if (reference != null) {
                Give give = new Give(value, reference, unit.line(value));
                facts.give(reference, give);
                noteInBodies(reference, give);
            }
        });
    }

    private void noteInBodies(Reference reference, Give give) {
        if (reference.isLocal()) {
            for (Body body : bodies) {
                if (body.declares(reference)) {
                    break;
                }
                body.give(reference, give);
            }
        }
    }

    /** Follows a body that may run here: what it gives away is gone. */
    final void run(Body body) {
        if (body != null) {
            body.runIn(facts);
            body.gives.forEach((reference, gives) -> gives.forEach(give -> noteInBodies(reference, give)));
        }
    }

    final void declare(Element variable) {
        if (!bodies.isEmpty()) {
            bodies.peek().declare(variable);
        }
    }

    final boolean isInBody() {
        return !bodies.isEmpty();
    }

    /** Walks code that runs at another time; afterwards the facts are what they were. */
    final void enclosed(Body body, Runnable walk) {
        Facts outside = facts;
        Deque<Frame> framesOutside = frames;
        facts = outside.copy();
        facts.forget(Reference::isAssignableElsewhere);
        frames = new ArrayDeque<>();
        bodies.push(body);
        walk.run();
        bodies.pop();
        frames = framesOutside;
        facts = outside;
    }

    /** Walks a declaration; nothing is reported in it if it says so. */
    final void declaration(Tree tree, Runnable walk) {
        Element element = unit.element(tree);
        SuppressWarnings suppress = element == null ? null : element.getAnnotation(SuppressWarnings.class);
        boolean isSuppressed =
                suppress != null && Arrays.asList(suppress.value()).contains("UseAfterGive");
        suppressions += isSuppressed ? 1 : 0;
        walk.run();
        suppressions -= isSuppressed ? 1 : 0;
    }

    final void push(Frame frame) {
        frames.push(frame);
    }

    final void pop() {
        frames.pop();
    }

    /** Returns the constructs around this point, innermost first. */
    final Iterable<Frame> frames() {
        return frames;
    }

    /** Leaves for the target, or out of the body if it is null, by way of the finally blocks between. */
    final void jump(boolean isContinue, Tree target) {
        for (Frame frame : frames) {
            if (frame instanceof Frame.Guard guard && guard.hasFinally) {
                guard.add(isContinue, target, facts);
                break;
            }
            if (frame instanceof Frame.Target goal && goal.tree == target) {
                (isContinue ? goal.onContinue : goal.onBreak).join(facts);
                break;
            }
        }
        facts = Facts.unreachable();
    }

    /** Notes that an exception may be thrown here. */
    final void mayThrow() {
        mayThrow(facts);
    }

    final void mayThrow(Facts thrown) {
        for (Frame frame : frames) {
            if (frame instanceof Frame.Guard guard) {
                guard.thrown.join(thrown);
                return;
            }
        }
    }
}
