package org.sennit.internal.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.message.SennitException;

class AgentTemplateTest {
    private static final List<String> COMMAND = List.of("/a b/java", "-cp", "it's", "Main");
    private static final String QUOTED = "'/a b/java' -cp 'it'\\''s' Main";

    @Test
    void putsTheWordsOfTheCommandWhereItStands() {
        assertEquals(
                List.of("ip", "netns", "exec", "b", "/a b/java", "-cp", "it's", "Main"),
                AgentTemplate.of("ip netns  exec {host} {command}").command("b", COMMAND));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh -c {command}", "sh -c '{command}'", "sh -c \"{command}\""})
    void givesAShellOneWord(String template) {
        assertEquals(List.of("sh", "-c", QUOTED), AgentTemplate.of(template).command("b", COMMAND));
    }

    @Test
    void fillsInWhatStandsInsideWords() {
        assertEquals(
                List.of("ssh", "me@b", "cd /x; " + QUOTED),
                AgentTemplate.of("ssh me@{host} 'cd /x; {command}'").command("b", COMMAND));
    }

    @Test
    void theDefaultAsksForNoPassword() {
        List<String> words = AgentTemplate.of(AgentTemplate.SSH).command("b", COMMAND);
        assertEquals("ssh", words.getFirst());
        assertEquals(List.of("b", QUOTED), words.subList(words.size() - 2, words.size()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ssh {host}", "ssh {host} '{command}"})
    void refusesWhatCannotWork(String template) {
        assertThrows(SennitException.class, () -> AgentTemplate.of(template));
    }
}
