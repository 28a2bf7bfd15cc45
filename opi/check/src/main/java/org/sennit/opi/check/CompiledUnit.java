package org.sennit.opi.check;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/**
 * One source file that javac has attributed: what its trees mean and where they stand.
 *
 * @param unit the file
 * @param trees from trees to elements
 * @param elements knows which methods override others
 */
record CompiledUnit(CompilationUnitTree unit, Trees trees, Elements elements) {
    /** Returns what a tree declares, names, or calls; null where that is nothing. */
    Element element(Tree tree) {
        return trees.getElement(path(tree));
    }

    TypeMirror type(Tree tree) {
        return trees.getTypeMirror(path(tree));
    }

    /** Returns the line on which a tree starts, from 1. */
    long line(Tree tree) {
        return unit.getLineMap().getLineNumber(position(tree));
    }

    /** Returns the character at which a tree starts, from 0. */
    long position(Tree tree) {
        return trees.getSourcePositions().getStartPosition(unit, tree);
    }

    /** Returns whether a tree names one of these classes. */
    boolean namesOneOf(Tree tree, Set<String> classes) {
        return element(tree) instanceof TypeElement type
                && classes.contains(type.getQualifiedName().toString());
    }

    /**
     * Returns the path of a tree. Attributed trees know their symbols, so what lies between the file and the tree does
     * not matter.
     */
    private TreePath path(Tree tree) {
        return new TreePath(new TreePath(unit), tree);
    }
}
