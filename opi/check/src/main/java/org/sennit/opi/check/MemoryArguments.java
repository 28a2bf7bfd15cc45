package org.sennit.opi.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;

/** Walks code and collects the arguments that are passed as memory although their type can never be memory. */
final class MemoryArguments extends TreeScanner<Void, Void> {
    /** The part of the guide that explains the rules. */
    static final String GUIDE = "endpoints/guide/start.md#concepts";

    private final CompiledUnit unit;
    private final MemoryParameters parameters;
    private final MemoryTypes types;
    private final List<Findings.Finding> findings = new ArrayList<>();

    MemoryArguments(CompiledUnit unit) {
        this.unit = unit;
        this.parameters = new MemoryParameters(unit.elements());
        this.types = new MemoryTypes(unit.elements());
    }

    /** Returns the findings so far, in the order of the text. */
    List<Findings.Finding> findings() {
        return findings;
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
        return isSuppressed(tree) ? null : super.visitClass(tree, unused);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
        return isSuppressed(tree) ? null : super.visitMethod(tree, unused);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
        return isSuppressed(tree) ? null : super.visitVariable(tree, unused);
    }

    private boolean isSuppressed(Tree declaration) {
        Element element = unit.element(declaration);
        SuppressWarnings suppress = element == null ? null : element.getAnnotation(SuppressWarnings.class);
        return suppress != null && Arrays.asList(suppress.value()).contains("NotMemory");
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
        if (unit.element(call) instanceof ExecutableElement method) {
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
        String mistake = types.mistake(unit.type(value));
        if (mistake != null) {
            findings.add(new Findings.Finding(value, "not memory: " + mistake));
        }
    }
}
