package org.sennit.internal.launch.info;

/** Text in JSON. Stateless. */
public final class JsonText {
    private JsonText() {}

    /** Returns a text in quotes, with what JSON does not allow there escaped. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
