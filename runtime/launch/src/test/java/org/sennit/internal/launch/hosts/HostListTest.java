package org.sennit.internal.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.internal.launch.hosts.HostList.Slots;
import org.sennit.message.SennitException;

class HostListTest {
    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("hosts"), text).toString();
    }

    @Test
    void readsNamesNumbersAndAddresses() {
        assertEquals(
                List.of(
                        new Slots("a", 2),
                        new Slots("b.example.org", 1),
                        new Slots("::1", 3),
                        new Slots("10.0.0.1", 1)),
                HostList.of("a:2, b.example.org,[::1]:3,10.0.0.1").slots());
    }

    @Test
    void readsAFileAsOtherLaunchersWriteIt() throws IOException {
        String text = "# the cluster\n\na slots=2 max_slots=4\n  b:3   # the second one\nc\n";
        assertEquals(
                List.of(new Slots("a", 2), new Slots("b", 3), new Slots("c", 1)),
                HostList.ofFile(file(text)).slots());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a:0 | 'a:0': there must be 1 to 4096 processes on a host",
                "a:two | 'a:two': there must be 1 to 4096 processes on a host",
                "a, | host '': a name is expected, such as node1 or node1:2",
                "-oProxyCommand=x | host '-oProxyCommand=x': a name is expected, such as node1 or node1:2",
                "fe80::1 | host 'fe80::1': an IPv6 address is written in brackets, such as [fe80::1]:2",
            })
    void saysWhatIsWrong(String text, String why) {
        assertEquals(
                why,
                assertThrows(SennitException.class, () -> HostList.of(text)).getMessage());
    }

    @Test
    void namesTheLineThatIsWrong() throws IOException {
        String text = file("a\nb cores=2\n");
        SennitException wrong = assertThrows(SennitException.class, () -> HostList.ofFile(text));
        assertTrue(wrong.getMessage().endsWith("line 2: 'cores=2': slots=N is expected behind the host"));
        String empty = file("# none\n");
        assertThrows(SennitException.class, () -> HostList.ofFile(empty));
        assertThrows(SennitException.class, () -> HostList.ofFile(folder + "/missing"));
    }

    @Test
    void placesRanksInTheOrderOfTheList() {
        HostList hosts = HostList.of("a:2,b,a:1");
        assertEquals(4, hosts.size());
        assertEquals(Map.of("a", List.of(0, 1, 3), "b", List.of(2)), hosts.place(4));
        assertEquals(List.of("a", "b"), List.copyOf(hosts.place(4).keySet()));
        assertEquals(Map.of("a", List.of(0)), hosts.place(1));
        assertEquals(Map.of("a", List.of(0), "b", List.of(1)), hosts.atMost(1).place(2));
        assertEquals(2, hosts.atMost(1).size());
    }
}
