package org.sennit.jcstress.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.infra.runners.TestList;
import org.sennit.Communicator;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.lapi.Lapi;
import org.sennit.ownership.OwnedBuffer;

/** The table of ordered accesses is that of the compiled classes, and names tests and mutants that there are. */
class AccessTableTest {
    /** One class of each module whose accesses the table lists. */
    private static final List<Class<?>> MODULES = List.of(
            McsLock.class,
            ManyToOneInbox.class,
            MigratingEventLoop.class,
            Communicator.class,
            OwnedBuffer.class,
            Lapi.class);

    @Test
    void theTableListsTheAccessesOfTheCompiledClasses() throws IOException, URISyntaxException {
        Map<String, Long> compiled = new TreeMap<>();
        for (Class<?> one : MODULES) {
            for (ClassModel model : classesOf(one)) {
                AccessScan.of(model).forEach(access -> compiled.merge(key(access), 1L, Long::sum));
            }
        }
        Map<String, Long> listed = new TreeMap<>();
        AccessTable.rows().stream()
                .filter(row -> !row.access().mode().equals(Access.MONITOR))
                .forEach(row -> listed.put(key(row.access()), (long) row.count()));
        List<String> wrong = new ArrayList<>();
        compiled.forEach((access, count) -> {
            long known = listed.getOrDefault(access, 0L);
            if (known != count) {
                wrong.add(access + ": " + count + " in the class, " + known + " in accesses.txt");
            }
        });
        listed.keySet().stream()
                .filter(access -> !compiled.containsKey(access))
                .forEach(access -> wrong.add(access + ": in accesses.txt, not in the class"));
        assertTrue(compiled.size() > 200, "found few accesses: " + compiled.size());
        assertEquals(
                List.of(),
                wrong,
                "an ordered access has come, gone or changed: correct its row, and say which stress test would notice");
    }

    @Test
    void theTestsOfTheTableExist() {
        List<String> missing = AccessTable.rows().stream()
                .map(AccessRow::test)
                .filter(test -> !test.isEmpty())
                .filter(test -> TestList.tests().stream().noneMatch(name -> name.endsWith("." + test)))
                .distinct()
                .toList();
        assertEquals(List.of(), missing);
    }

    /** A mutant whose access has moved would otherwise be found at its next run only. */
    @Test
    void everyMutantCanBeMade() throws IOException {
        for (Mutant mutant : AccessTable.mutants()) {
            String file = mutant.subject().replace('.', '/') + ".class";
            byte[] original =
                    McsLock.class.getClassLoader().getResourceAsStream(file).readAllBytes();
            byte[] weakened = WeakenedClass.of(mutant, original);
            List<String> before = accesses(original);
            List<String> after = accesses(weakened);
            if (!mutant.access().mode().equals(Access.MONITOR)) {
                assertTrue(before.contains(key(mutant.access())), mutant::toString);
                assertTrue(!after.contains(key(mutant.access())), mutant::toString);
            }
        }
    }

    /**
     * An exact handle takes arguments of the very types of its variable, and throws at the call otherwise, which may
     * stand where only a race leads. The compiler does not see it: to it, {@code isSo ? a : null} as an argument is of
     * type {@code Object}.
     */
    @Test
    void callsOfExactHandlesHaveTheirTypes() throws IOException, URISyntaxException {
        List<String> wrong = new ArrayList<>();
        int exact = 0;
        for (Class<?> one : MODULES) {
            for (ClassModel model : classesOf(one)) {
                for (MethodModel method : model.methods()) {
                    for (AccessScan.HandleCall each : AccessScan.handleCallsOf(method)) {
                        VarHandle handle = handleOf(each);
                        if (handle == null || !handle.hasInvokeExactBehavior()) {
                            continue;
                        }
                        exact++;
                        String is = each.call().typeSymbol().descriptorString();
                        String must = handle.accessModeType(VarHandle.AccessMode.valueFromMethodName(
                                        each.call().name().stringValue()))
                                .descriptorString();
                        if (!is.equals(must)) {
                            wrong.add(model.thisClass().asInternalName() + " "
                                    + method.methodName().stringValue() + " " + each.field() + "."
                                    + each.call().name().stringValue() + ": " + is + ", must be " + must);
                        }
                    }
                }
            }
        }
        assertTrue(exact > 200, "found few calls: " + exact);
        assertEquals(List.of(), wrong);
    }

    /** Returns null for a call that accesses no variable, or a handle that no static field holds. */
    private static VarHandle handleOf(AccessScan.HandleCall call) {
        boolean isAccess = Stream.of(VarHandle.AccessMode.values())
                .anyMatch(mode -> mode.methodName().equals(call.call().name().stringValue()));
        if (!isAccess) {
            return null;
        }
        try {
            for (Class<?> at = Class.forName(call.owner().replace('/', '.')); at != null; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    if (field.getName().equals(call.field()) && Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        return (VarHandle) field.get(null);
                    }
                }
            }
            return null;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(call.toString(), e);
        }
    }

    private static List<String> accesses(byte[] bytes) {
        return AccessScan.of(ClassFile.of().parse(bytes)).stream()
                .map(AccessTableTest::key)
                .toList();
    }

    private static String key(Access access) {
        return access.subject() + " " + access.method() + " " + access.operation();
    }

    private static List<ClassModel> classesOf(Class<?> one) throws IOException, URISyntaxException {
        Path place =
                Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return classesIn(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classesIn(jar.getPath("/"));
        }
    }

    private static List<ClassModel> classesIn(Path folder) throws IOException {
        List<ClassModel> models = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                models.add(ClassFile.of().parse(Files.readAllBytes(file)));
            }
        }
        return models;
    }
}
