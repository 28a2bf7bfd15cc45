package org.sennit.internal.launch.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * Checks whether only this user, and root, can have written a file or folder: an ahead-of-time cache is code, and a JVM
 * believes it. The file and its folder belong to one of the two and no other may write there; nothing above them can be
 * replaced by another user either, for which the sticky bit of a temporary folder suffices.
 *
 * <p>Threads: stateless.
 */
final class PrivateFile {
    private static final Path SELF = Path.of("/proc/self");
    private static final int ROOT = 0;
    private static final int WRITE_OF_OTHERS = 0022;
    private static final int STICKY = 01000;

    private PrivateFile() {}

    /**
     * Returns the reason for which a file is not to be trusted. Follows no link at the end of the path.
     *
     * @param file a file or folder
     * @return what is wrong, or null if it and all above it are this user's or root's alone
     */
    static String weakness(Path file) {
        try {
            Path real = file.toRealPath(LinkOption.NOFOLLOW_LINKS);
            Path folder = real.getParent() == null ? real : real.getParent().toRealPath();
            Path whole = real.getFileName() == null ? real : folder.resolve(real.getFileName());
            int self = (int) attributes(Files.exists(SELF) ? SELF : Path.of(System.getProperty("user.home")), true)
                    .get("uid");
            int depth = 0;
            for (Path part = whole; part != null; part = part.getParent()) {
                Map<String, Object> attributes = attributes(part, false);
                int owner = (int) attributes.get("uid");
                int mode = (int) attributes.get("mode");
                if (owner != self && owner != ROOT) {
                    return part + " belongs to user " + owner + ", not to this one";
                }
                boolean isReplaceable = depth < 2 || (mode & STICKY) == 0;
                if (Files.isSymbolicLink(part) || (mode & WRITE_OF_OTHERS) != 0 && isReplaceable) {
                    return part + (Files.isSymbolicLink(part) ? " is a link" : " can be written by other users");
                }
                depth++;
            }
            return null;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return "owner and mode of " + file + " cannot be read";
        }
    }

    private static Map<String, Object> attributes(Path file, boolean isFollowed) throws IOException {
        return isFollowed
                ? Files.readAttributes(file, "unix:uid,mode")
                : Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
    }
}
