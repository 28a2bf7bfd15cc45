package org.sennit.opi.check;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Programs that name inner types of Sennit. */
class InternalTypeTest {
    private static final String VIEWS = "org.sennit.internal.runtime.memory.MemoryViews";

    private static final String BUG = " // BUG: '%s' is internal to Sennit and may change without notice: use the API,";

    private static String bug(String name) {
        return BUG.formatted(name);
    }

    @Test
    void theApiMayBeNamed() {
        check("Uses", """
            import org.sennit.Communicator;
            import org.sennit.message.*;
            class Uses {
                org.sennit.Endpoint endpoint;
                Memory run(Communicator world) {
                    return null;
                }
            }
            """);
    }

    @Test
    void anImportIsFound() {
        check("Uses", """
            import org.sennit.internal.runtime.memory.MemoryViews;%s
            import org.sennit.internal.runtime.memory.*;%s
            import static org.sennit.internal.runtime.memory.BufferCopy.*;%s
            import org.sennit.Communicator;
            class Uses {
                MemoryViews views = new MemoryViews();
            }
            class More {
                MemoryViews views;
            }
            """.formatted(
                        bug(VIEWS),
                        bug("org.sennit.internal.runtime.memory.*"),
                        bug("org.sennit.internal.runtime.memory.BufferCopy.*")));
    }

    @Test
    void aNameWithItsPackageIsFoundWhereverItStands() {
        check("Uses", """
            import java.util.List;
            class Uses {
                VIEWS field;BUG
                List<VIEWS> list;BUG
                Object run(Object given) throws Exception {
                    Class<?> type = VIEWS.class;BUG
                    var made = new VIEWS();BUG
                    Runnable later = () -> System.out.println((VIEWS) given);BUG
                    return given instanceof VIEWS;BUG
                }
            }
            """.replace("VIEWS", VIEWS).replace("BUG", bug(VIEWS)));
    }

    @Test
    void sennitItselfMayNameThem() {
        check("org/sennit/tools/Uses", """
            package org.sennit.tools;
            import org.sennit.internal.runtime.memory.MemoryViews;
            class Uses {
                MemoryViews views;
            }
            """);
        check("org/sennittools/Uses", """
            package org.sennittools;
            import org.sennit.internal.runtime.memory.MemoryViews;%s
            class Uses {
                MemoryViews views;
            }
            """.formatted(bug(VIEWS)));
    }

    @Test
    void aDeclarationMaySayOtherwise() {
        check("Uses", """
            import org.sennit.internal.runtime.memory.BufferCopy;%2$s
            class Uses {
                @SuppressWarnings("InternalType")
                %1$s quiet;
                @SuppressWarnings("unused")
                %1$s loud;%3$s
            }
            """.formatted(VIEWS, bug("org.sennit.internal.runtime.memory.BufferCopy"), bug(VIEWS)));
        check("Quiet", """
            import org.sennit.internal.runtime.memory.MemoryViews;
            @SuppressWarnings("InternalType")
            class Quiet {
                MemoryViews views;
            }
            """);
    }

    @Test
    void theGuideThatIsNamedListsThePackages() throws Exception {
        String guide = Files.readString(Path.of("../..").resolve(InternalTypes.GUIDE));
        assertTrue(guide.contains("org.sennit.internal"), "no word of inner packages");
    }

    private static void check(String name, String text) {
        Snippet.checkFile(InternalType.class, name, text);
    }
}
