package org.sennit.opi.check;

import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import java.util.BitSet;
import java.util.List;
import javax.lang.model.element.ExecutableElement;

/** Walks code and collects the arguments that are passed as memory although their type can never be memory. */
final class MemoryArguments extends CheckedCode {
    /** The part of the guide that explains the rules. */
    static final String GUIDE = "endpoints/guide/start.md#concepts";

    private final MemoryParameters parameters;
    private final MemoryTypes types;

    MemoryArguments(CompiledUnit unit) {
        super(unit, "NotMemory");
        this.parameters = new MemoryParameters(unit.elements());
        this.types = new MemoryTypes(unit.elements());
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        check(tree, tree.getArguments());
        return super.visitMethodInvocation(tree, unused);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
        check(tree, tree.getArguments());
        return super.visitNewClass(tree, unused);
    }

    private void check(Tree call, List<? extends ExpressionTree> arguments) {
        if (unit().element(call) instanceof ExecutableElement method) {
            BitSet memory = parameters.of(method);
            for (int i = memory.nextSetBit(0); i >= 0 && i < arguments.size(); i = memory.nextSetBit(i + 1)) {
                check(arguments.get(i));
            }
        }
    }

    private void check(ExpressionTree value) {
        if (value instanceof ParenthesizedTree inner) {
            check(inner.getExpression());
            return;
        }
        if (value instanceof ConditionalExpressionTree choice) { // its own type is Object
            check(choice.getTrueExpression());
            check(choice.getFalseExpression());
            return;
        }
        String mistake = types.mistake(unit().type(value));
        if (mistake != null) {
            add(value, "not memory: " + mistake);
        }
    }
}
