package org.sennit.internal.launch.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.internal.launch.job.JvmFlags;

class AotCacheTest {

    @TempDir
    private Path root;

    private AotCache made(String name) throws IOException {
        AotCache cache = new AotCache(Files.createDirectories(root.resolve(name)));
        Files.writeString(cache.launcherFile(), "12345");
        Files.writeString(cache.processFile(), "123");
        return cache;
    }

    private static List<String> jvmFlags(AotCache cache) {
        return JvmFlags.of(
                2,
                2,
                Options.defaults().with(CacheOptions.FOLDER, cache.folder().toString(), "this test"));
    }

    @Test
    void jvmsOfAJobAreGivenTheCacheSilentlyOnceItIsMade() throws IOException {
        AotCache cache = new AotCache(root.resolve("one"));
        assertFalse(jvmFlags(cache).toString().contains("AOTCache"));
        made("one");
        List<String> flags = jvmFlags(cache);
        assertTrue(
                flags.containsAll(List.of("-XX:AOTCache=" + cache.processFile(), "-Xlog:cds*=off", "-Xlog:aot*=off")),
                flags::toString);
    }

    @Test
    void thereIsNoneWhereNoFolderIsGiven() {
        assertNull(AotCache.of(Options.defaults()));
    }

    @Test
    void itIsMadeWhenBothFilesAreThere() throws IOException {
        AotCache cache = made("one");
        assertTrue(cache.isMade());
        Files.delete(cache.launcherFile());
        assertFalse(cache.isMade());
    }

    @Test
    void deletingTakesItsOwnFilesOnly() throws IOException {
        AotCache cache = made("one");
        Path foreign = Files.writeString(cache.folder().resolve("letter"), "x");
        assertEquals(8, cache.delete());
        assertFalse(cache.isMade());
        assertTrue(Files.exists(foreign));
        Files.delete(foreign);
        assertEquals(0, cache.delete());
        assertFalse(Files.exists(cache.folder()));
        assertEquals(0, cache.delete());
    }

    @Test
    void findsTheOthersOfTheUser() throws IOException {
        AotCache one = made("one");
        AotCache two = made("two");
        assertEquals(2, one.all().size());
        assertTrue(one.all().containsAll(List.of(one, two)));
        assertEquals(List.of(), new AotCache(root.resolve("none").resolve("x")).all());
    }

    @Test
    void isAbandonedWhenTheFirstJarOfItsClassPathIsGone() throws IOException {
        AotCache cache = made("one");
        AotCache now = new AotCache(root.resolve("now"));
        assertFalse(cache.isAbandoned(now));
        Path jar = Files.writeString(root.resolve("a.jar"), "x");
        Files.writeString(cache.classPathFile(), jar + File.pathSeparator + root.resolve("gone.jar") + "\n");
        assertFalse(cache.isAbandoned(now));
        Files.delete(jar);
        assertTrue(cache.isAbandoned(now));
    }

    @Test
    void isAbandonedWhenAnotherIsMadeForTheSameClassPath() throws IOException {
        AotCache cache = made("one");
        Files.writeString(cache.classPathFile(), System.getProperty("java.class.path") + "\n");
        assertTrue(cache.isAbandoned(new AotCache(root.resolve("now"))));
        assertFalse(cache.isAbandoned(cache));
    }

    @Test
    void noJvmIsGivenACacheThatOthersCanWrite() throws IOException {
        AotCache cache = made("one");
        assertNull(cache.weakness());
        for (Path file : List.of(cache.processFile(), cache.folder(), root)) {
            Set<PosixFilePermission> before = Files.getPosixFilePermissions(file);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwx---"));
            assertFalse(jvmFlags(cache).toString().contains("AOTCache"), file::toString);
            assertEquals(file.toRealPath() + " can be written by other users", cache.weakness());
            Files.setPosixFilePermissions(file, before);
        }
        assertTrue(jvmFlags(cache).toString().contains("AOTCache"));
        Path elsewhere = Files.move(cache.processFile(), root.resolve("elsewhere"));
        Files.createSymbolicLink(cache.processFile(), elsewhere);
        assertFalse(jvmFlags(cache).toString().contains("AOTCache"));
    }

    @Test
    void makesItsFolderForTheUserAlone() throws IOException {
        AotCache cache = new AotCache(root.resolve("a/b"));
        cache.createFolder();
        for (Path folder : List.of(cache.folder(), cache.folder().getParent())) {
            assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(folder));
        }
        Files.setPosixFilePermissions(cache.folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThrows(IOException.class, cache::createFolder);
    }
}
