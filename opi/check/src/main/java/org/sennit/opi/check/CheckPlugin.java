package org.sennit.opi.check;

import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.Trees;
import java.util.List;
import javax.tools.Diagnostic;

/**
 * A check as a plug-in of javac alone. javac calls it, on the thread that compiles, for each class that it has
 * attributed.
 */
abstract class CheckPlugin implements Plugin {
    private final String name;
    private final String guide;

    /**
     * Makes a plug-in.
     *
     * @param name of the check
     * @param guide where its rules are explained; empty where its messages say so
     */
    CheckPlugin(String name, String guide) {
        this.name = name;
        this.guide = guide;
    }

    /**
     * Returns the name after {@code -Xplugin:}.
     *
     * @return the name
     */
    @Override
    public final String getName() {
        return name;
    }

    /**
     * Listens to one compilation.
     *
     * @param task the compilation
     * @param arguments none is known
     */
    @Override
    public final void init(JavacTask task, String... arguments) {
        task.addTaskListener(new TaskListener() {
            @Override
            public void finished(TaskEvent event) {
                if (event.getKind() == TaskEvent.Kind.ANALYZE) {
                    check(task, event);
                }
            }
        });
    }

    private void check(JavacTask task, TaskEvent event) {
        Trees trees = Trees.instance(task);
        Tree declaration = trees.getTree(event.getTypeElement());
        if (declaration == null) {
            return; // a module or a package has no code
        }
        CompiledUnit compiled = new CompiledUnit(event.getCompilationUnit(), trees, task.getElements());
        for (Findings.Finding finding : findings(compiled, declaration)) {
            String see = guide.isEmpty() ? "" : "%n  (see %s)".formatted(guide);
            String text = "[%s] %s%s".formatted(name, finding.message(), see);
            trees.printMessage(Diagnostic.Kind.ERROR, text, finding.use(), event.getCompilationUnit());
        }
    }

    /** Checks one declaration of a file. */
    abstract List<Findings.Finding> findings(CompiledUnit unit, Tree declaration);
}
