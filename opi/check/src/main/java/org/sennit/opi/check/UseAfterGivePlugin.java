package org.sennit.opi.check;

import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.Trees;
import javax.tools.Diagnostic;

/**
 * The check as a plug-in of javac alone: {@code -Xplugin:UseAfterGive} with its jar on the processor path, and nothing
 * else. javac makes it and calls it, on the thread that compiles, for each class that it has attributed.
 */
public final class UseAfterGivePlugin implements Plugin {
    /** Made by {@code ServiceLoader}. */
    public UseAfterGivePlugin() {}

    /**
     * What it is called after {@code -Xplugin:}.
     *
     * @return the name
     */
    @Override
    public String getName() {
        return "UseAfterGive";
    }

    /**
     * Listens to one compilation.
     *
     * @param task the compilation
     * @param arguments none is known
     */
    @Override
    public void init(JavacTask task, String... arguments) {
        task.addTaskListener(new TaskListener() {
            @Override
            public void finished(TaskEvent event) {
                if (event.getKind() == TaskEvent.Kind.ANALYZE) {
                    check(task, event);
                }
            }
        });
    }

    private static void check(JavacTask task, TaskEvent event) {
        Trees trees = Trees.instance(task);
        CompiledUnit compiled = new CompiledUnit(event.getCompilationUnit(), trees, task.getElements());
        Tree declaration = trees.getTree(event.getTypeElement());
        if (declaration == null) {
            return; // a module or a package has no code
        }
        OwnershipFlow flow = new OwnershipFlow(compiled);
        flow.scan(declaration, null);
        for (Findings.Finding finding : flow.findings.all()) {
            String text = "[UseAfterGive] %s%n  (see %s)".formatted(finding.message(), Findings.GUIDE);
            trees.printMessage(Diagnostic.Kind.ERROR, text, finding.use(), event.getCompilationUnit());
        }
    }
}
