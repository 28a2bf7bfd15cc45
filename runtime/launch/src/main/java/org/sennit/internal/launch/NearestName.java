package org.sennit.internal.launch;

/**
 * The known name that is nearest to what the user has typed, by the fewest insertions, deletions, replacements and
 * swaps of neighbors (Damerau 1964, restricted). Threads: stateless.
 */
final class NearestName {
    private NearestName() {}

    /**
     * Returns the end of a message: "; did you mean 'x'?", or nothing when no name is near. Of two that are equally
     * near the first one; a name that differs in upper and lower case only is nearer than any other.
     */
    static String hint(String typed, Iterable<String> known) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : known) {
            int distance = typed.equalsIgnoreCase(name) ? 0 : distance(typed, name);
            if (distance < least) {
                least = distance;
                nearest = name;
            }
        }
        int tolerated = Math.max(1, (typed.length() + 1) / 3);
        return nearest != null && least <= tolerated ? "; did you mean '" + nearest + "'?" : "";
    }

    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
