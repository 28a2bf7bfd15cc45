package org.sennit.opi.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.lang.model.element.Element;

/**
 * Walks code and collects what a check finds in it, except in declarations that have {@code @SuppressWarnings} with the
 * name of the check.
 */
abstract class CheckedCode extends TreeScanner<Void, Void> {
    private final CompiledUnit unit;
    private final String check;
    private final List<Findings.Finding> findings = new ArrayList<>();

    CheckedCode(CompiledUnit unit, String check) {
        this.unit = unit;
        this.check = check;
    }

    final CompiledUnit unit() {
        return unit;
    }

    final void add(Tree use, String message) {
        findings.add(new Findings.Finding(use, message));
    }

    /** Returns the findings so far, in the order of the text. */
    final List<Findings.Finding> findings() {
        return findings;
    }

    @Override
    public final Void visitClass(ClassTree tree, Void unused) {
        return isSuppressed(tree) ? null : super.visitClass(tree, unused);
    }

    @Override
    public final Void visitMethod(MethodTree tree, Void unused) {
        return isSuppressed(tree) ? null : super.visitMethod(tree, unused);
    }

    @Override
    public final Void visitVariable(VariableTree tree, Void unused) {
        return isSuppressed(tree) ? null : super.visitVariable(tree, unused);
    }

    final boolean isSuppressed(Tree declaration) {
        Element element = unit.element(declaration);
        SuppressWarnings suppress = element == null ? null : element.getAnnotation(SuppressWarnings.class);
        return suppress != null && Arrays.asList(suppress.value()).contains(check);
    }
}
