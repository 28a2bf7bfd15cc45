package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The place of a shared file, as one process sends it to another: {@code memfd PID FD SIZE NONCE} or
 * {@code file NAME SIZE NONCE DIRECTORY}. Immutable; any thread.
 *
 * <p>What is opened is not believed to be the file before owner, length and nonce agree: the number of a descriptor may
 * be used again, the process may be of another container, and a directory may belong to any user.
 */
public final class SharedFileOffer {
    private static final String MEMORY_FILE = "memfd";
    private static final String NAMED_FILE = "file";
    private static final int MOST_LETTERS = 4096;
    private static final int WORDS = 5;

    private final Path path;
    private final String text;
    private final byte[] textBytes;
    private final long sizeBytes;
    private final byte[] nonce;
    private final boolean isNamed;

    private SharedFileOffer(Path path, String text, long sizeBytes, byte[] nonce, boolean isNamed) {
        this.path = path;
        this.text = text;
        this.textBytes = text.getBytes(StandardCharsets.UTF_8);
        this.sizeBytes = sizeBytes;
        this.nonce = nonce;
        this.isNamed = isNamed;
    }

    static SharedFileOffer ofMemoryFile(long pid, int fd, long sizeBytes, byte[] nonce) {
        String text = String.join(
                " ",
                MEMORY_FILE,
                Long.toString(pid),
                Integer.toString(fd),
                Long.toString(sizeBytes),
                HexFormat.of().formatHex(nonce));
        return new SharedFileOffer(Path.of("/proc/" + pid + "/fd/" + fd), text, sizeBytes, nonce, false);
    }

    static SharedFileOffer ofFile(Path path, long sizeBytes, byte[] nonce) {
        Path absolute = path.toAbsolutePath();
        String text = String.join(
                " ",
                NAMED_FILE,
                absolute.getFileName().toString(),
                Long.toString(sizeBytes),
                HexFormat.of().formatHex(nonce),
                absolute.getParent().toString());
        return new SharedFileOffer(absolute, text, sizeBytes, nonce, true);
    }

    /**
     * Reads what a peer has sent.
     *
     * @param text what its {@link SharedFile#describe} gave
     * @throws SennitException ARG when it is none; do not retry
     */
    public static SharedFileOffer parse(String text) {
        String[] words = text.length() > MOST_LETTERS ? new String[0] : text.split(" ", WORDS);
        if (words.length == WORDS) {
            try {
                if (words[0].equals(MEMORY_FILE)) {
                    return ofMemoryFile(
                            Long.parseUnsignedLong(words[1]),
                            Integer.parseUnsignedInt(words[2]),
                            size(words[3]),
                            nonce(words[4]));
                }
                if (words[0].equals(NAMED_FILE) && SharedFileName.parse(words[1]) != null) {
                    return ofFile(Path.of(words[4], words[1]), size(words[2]), nonce(words[3]));
                }
            } catch (IllegalArgumentException e) {
                throw new SennitException(ErrorClass.ARG, "not the offer of a shared file: text=" + text, e);
            }
        }
        throw new SennitException(ErrorClass.ARG, "not the offer of a shared file: text=" + text);
    }

    private static long size(String word) {
        long size = Long.parseLong(word);
        if (size <= SharedFile.HEADER_BYTES) {
            throw new IllegalArgumentException("size=" + word);
        }
        return size;
    }

    private static byte[] nonce(String word) {
        byte[] nonce = HexFormat.of().parseHex(word);
        if (nonce.length != SharedFile.NONCE_BYTES) {
            throw new IllegalArgumentException("nonce=" + word);
        }
        return nonce;
    }

    String text() {
        return text;
    }

    /** Returns the same as bytes, which are not to be changed. */
    byte[] textBytes() {
        return textBytes;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Maps the file that was offered.
     *
     * @param arena how long it stays mapped; an automatic one unless the memory is handed to a user
     * @return the file; its {@link SharedFile#unlink} takes the name away for the maker, too, where it has one
     * @throws SennitException NETWORK when there is no such file, it belongs to another user, or it is another file;
     *     the pair then does without
     */
    public SharedFile open(Arena arena) {
        try (FileChannel channel = FileChannel.open(path, options())) {
            check(channel);
            return SharedFile.map(channel, this, arena, isNamed ? () -> delete(path) : () -> {});
        } catch (IOException | RuntimeException e) {
            throw new SennitException(
                    ErrorClass.NETWORK, "cannot open shared memory: path=" + path + " (" + e.getMessage() + ")", e);
        }
    }

    private Set<OpenOption> options() {
        // a memory file is reached through a link of /proc; a link in a public directory may be an attack
        return isNamed
                ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
                : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private void check(FileChannel channel) throws IOException {
        boolean isOwn =
                isNamed ? OwningProcess.ownsFile(path, LinkOption.NOFOLLOW_LINKS) : OwningProcess.ownsFile(path);
        if (!isOwn) {
            throw new IOException("it belongs to another user");
        }
        if (channel.size() != sizeBytes) {
            throw new IOException("it has another length: is=" + channel.size() + " offered=" + sizeBytes);
        }
        ByteBuffer found = ByteBuffer.allocate(SharedFile.NONCE_BYTES);
        if (channel.read(found, 0) != SharedFile.NONCE_BYTES || !Arrays.equals(found.array(), nonce)) {
            throw new IOException("it is another file");
        }
    }

    static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException leftToTheNextJob) {
            // StaleFiles of a later job removes it.
        }
    }
}
