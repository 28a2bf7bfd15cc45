package org.sennit.opi.check;

import com.google.errorprone.BugPattern;
import com.google.errorprone.VisitorState;
import com.google.errorprone.bugpatterns.BugChecker;
import com.google.errorprone.matchers.Description;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.tools.javac.api.JavacTrees;

/**
 * Rejects arguments that can never be memory, as a check of Error Prone: found by {@code ServiceLoader} when its jar is
 * on javac's processor path. Error Prone makes it and calls it, on the thread that compiles. {@code
 * @SuppressWarnings("NotMemory")} on a variable, a method or a class says otherwise.
 */
@BugPattern(
        name = "NotMemory",
        summary = "An object is passed as memory and is none",
        severity = BugPattern.SeverityLevel.ERROR,
        linkType = BugPattern.LinkType.CUSTOM,
        link = MemoryArguments.GUIDE)
public final class NotMemory extends BugChecker implements BugChecker.CompilationUnitTreeMatcher {
    private static final long serialVersionUID = 1;

    /** Made by {@code ServiceLoader}. */
    public NotMemory() {}

    /**
     * Checks one file and reports each argument where it stands.
     *
     * @param unit the file, attributed
     * @param state of Error Prone
     * @return no match: the arguments have been reported one by one
     */
    @Override
    public Description matchCompilationUnit(CompilationUnitTree unit, VisitorState state) {
        MemoryArguments arguments =
                new MemoryArguments(new CompiledUnit(unit, JavacTrees.instance(state.context), state.getElements()));
        arguments.scan(unit.getTypeDecls(), null);
        for (Findings.Finding finding : arguments.findings()) {
            state.reportMatch(buildDescription(finding.use())
                    .setMessage(finding.message())
                    .build());
        }
        return Description.NO_MATCH;
    }
}
