package org.sennit.testkit;

import java.io.IOException;
import java.nio.file.Path;

/** A locale in which the C library does not speak English, for children that read its texts. No state. */
public final class GermanLocale {
    private static final String LANGUAGE = "de_DE";
    private static final String NAME = "de_DE.UTF-8";

    private GermanLocale() {}

    /**
     * Makes the locale, where the system has what it is made of. Whether it also has the German texts shows in what a
     * child prints.
     *
     * @param folder where it is put
     * @return false where it cannot be made
     * @throws InterruptedException when the thread is interrupted
     */
    public static boolean isMade(Path folder) throws InterruptedException {
        try {
            return new ProcessBuilder(
                                    "localedef",
                                    "-i",
                                    LANGUAGE,
                                    "-f",
                                    "UTF-8",
                                    folder.resolve(NAME).toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) { // no such program
            return false;
        }
    }

    /**
     * Starts a child in the locale.
     *
     * @param folder where it has been put
     * @param child to be started
     */
    public static ChildJvm use(Path folder, ChildJvm child) {
        return child.environment("LOCPATH", folder.toString()).environment("LC_ALL", NAME);
    }
}
