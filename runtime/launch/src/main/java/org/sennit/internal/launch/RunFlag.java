package org.sennit.internal.launch;

import java.util.List;

/**
 * The flags of {@code sennit run}: the one table that its parser and its help are made from.
 *
 * <p>{@code run} has a parser of its own because it is the command whose start is felt: picocli takes 100 ms before the
 * first JVM is started, and prints its help from this table when it is asked to.
 */
enum RunFlag {
    PROCESSES(
            "N",
            "number of processes (JVMs); default 1: the program runs in this JVM; with hosts: as many as they have"
                    + " slots; standard input goes to process 0",
            "-n",
            "--processes"),
    ENDPOINTS(
            "T",
            "endpoints per process, or as many numbers as processes, with commas between them; default: the program"
                    + " decides",
            "-t",
            "--endpoints"),
    HOSTS("LIST", "hosts, with the number of processes on each: a:2,b:2; ranks in this order", "--hosts"),
    HOST_FILE("FILE", "the hosts from a file, a line each: host slots=2", "--hostfile"),
    PER_HOST("N", "at most N processes on each host", "--ppn"),
    AGENT(
            "COMMAND",
            "what starts a program on another host, default ssh: for example 'ip netns exec {host} {command}'",
            "--agent"),
    PUSH(null, "copy jars and classes to each host, which needs no shared file system then", "--push"),
    WAIT(
            "N",
            "wait until the last N processes have been started by hand, on any host; prints the command for it,"
                    + " `sennit join ...`",
            "--wait"),
    GRID(
            "GRID",
            "grid that all endpoints form, for programs that ask for it: such as 2x2x4, whose product is N x T",
            "--grid"),
    VIRTUAL(null, "endpoints run on virtual threads: for thousands of them", "--virtual"),
    PROFILE(null, "at the end print for each call and peer the bytes and the time waited", "--profile"),
    TRACE("FILE", "write a trace of calls and messages for ui.perfetto.dev", "--trace"),
    NET(
            "MODULE",
            "network between processes: tcp, unix, mapped or the name of a module on the class path; default: the best"
                    + " that can be had (sennit info)",
            "--net"),
    BIND(
            "WHAT",
            "bind each endpoint's thread to a core, socket or numa node, or to none; default: auto (sennit info)",
            "--bind"),
    CLASS_PATH("PATH", "where the program's classes are: folders and jars", "-cp", "-classpath", "--class-path"),
    JAR("FILE", "run the main class of this jar, as java -jar does", "-jar", "--jar"),
    PREFIX(null, "put [rank] in front of every output line", "-l", "--prefix"),
    OPTION("NAME=VALUE", "set an option; `sennit info` lists them", "-o", "--option"),
    JVM_FLAG("FLAG", "a flag for the JVMs of the job, for example -J-Xmx1g", "-J", "--jvm-flag"),
    HELP(null, "print this help", "-h", "--help");

    private final String parameter;
    private final String description;
    private final List<String> names;

    RunFlag(String parameter, String description, String... names) {
        this.parameter = parameter;
        this.description = description;
        this.names = List.of(names);
    }

    /** Returns the argument of the flag, or null. */
    String parameter() {
        return parameter;
    }

    String description() {
        return description;
    }

    List<String> names() {
        return names;
    }
}
