package org.sennit.opi.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;

/**
 * Walks code outside of Sennit and collects the places that name its inner types: imports, and types in code with their
 * package. Where an import names a type, its further uses in the file are not collected.
 */
final class InternalTypes extends TreeScanner<Void, Void> {
    /** What lists the packages of the API, and documents it. */
    static final String GUIDE = "endpoints/GUIDE.md";

    private static final String SENNIT = "org.sennit";
    private static final String INTERNAL = SENNIT + ".internal.";

    private final CompiledUnit unit;
    private final List<Findings.Finding> findings = new ArrayList<>();

    InternalTypes(CompiledUnit unit) {
        this.unit = unit;
    }

    /** Checks one of the outermost declarations of the file, with the first one also the imports. */
    void check(Tree declaration) {
        if (isOfSennit()) {
            return;
        }
        List<? extends Tree> all = unit.unit().getTypeDecls();
        if (all.getFirst() == declaration && !all.stream().allMatch(this::isSuppressed)) {
            unit.unit().getImports().forEach(this::check);
        }
        scan(declaration, null);
    }

    private boolean isOfSennit() {
        ExpressionTree name = unit.unit().getPackageName();
        return name != null && (name + ".").startsWith(SENNIT + ".");
    }

    private void check(ImportTree tree) {
        String name = tree.getQualifiedIdentifier().toString();
        if (name.startsWith(INTERNAL)) {
            add(tree, name);
        }
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
        return suppress != null && Arrays.asList(suppress.value()).contains("InternalType");
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        if (unit.element(tree) instanceof TypeElement type
                && unit.element(tree.getExpression()) instanceof PackageElement
                && type.getQualifiedName().toString().startsWith(INTERNAL)) {
            add(tree, type.getQualifiedName().toString());
        }
        return super.visitMemberSelect(tree, unused);
    }

    private void add(Tree use, String name) {
        findings.add(new Findings.Finding(
                use,
                "'%s' is internal to Sennit and may change without notice: use the API, which %s documents"
                        .formatted(name, GUIDE)));
    }
}
