package org.sennit.internal.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.sennit.spi.launch.CommandProvider;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * All commands but the running of programs, by picocli: the launcher's own and those that {@link CommandProvider}s
 * bring.
 *
 * <p>Threads: the caller's.
 */
final class Commands {
    /** Names that begin with a dash and still mean a command. */
    private static final List<String> HELP_WORDS = List.of("-h", "--help");

    private static final List<String> VERSION_WORDS = List.of("-V", "--version");

    private Commands() {}

    /** Runs a command; returns its exit status. */
    static int execute(String... args) {
        CommandLine sennit = all();
        if (args.length == 0 || HELP_WORDS.contains(args[0])) {
            return sennit.execute("help");
        }
        if (VERSION_WORDS.contains(args[0])) {
            return sennit.execute("version");
        }
        checkCommand("", args[0], sennit);
        if (args[0].equals("help") && args.length > 1 && !HELP_WORDS.contains(args[1])) {
            checkCommand("help: ", args[1], sennit);
        }
        return sennit.execute(args);
    }

    private static void checkCommand(String where, String word, CommandLine sennit) {
        if (!sennit.getSubcommands().containsKey(word)) {
            String kind = word.startsWith("-") ? "option" : "command";
            throw new CommandLineMistake(where + "unknown " + kind + " '" + word + "'"
                    + NearestName.hint(word, sennit.getSubcommands().keySet()));
        }
    }

    private static CommandLine all() {
        CommandSpec root = CommandSpec.wrapWithoutInspection(new Object()).name("sennit");
        root.usageMessage()
                .description("Runs message-passing programs on threads and JVMs.")
                .customSynopsis("sennit COMMAND [ARGS]", "sennit run [-n PROCESSES] [-t ENDPOINTS] MAIN [ARGS]");
        CommandLine sennit = new CommandLine(root);
        sennit.addSubcommand("run", runForHelp());
        sennit.addSubcommand("join", new JoinCommand());
        sennit.addSubcommand("examples", new ExamplesCommand());
        sennit.addSubcommand("info", new InfoCommand());
        sennit.addSubcommand("doctor", new DoctorCommand());
        sennit.addSubcommand("cache", new CacheCommand());
        sennit.addSubcommand("version", new VersionCommand());
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
            Object command = provider.command();
            sennit.addSubcommand(command.getClass().getAnnotation(Command.class).name(), command);
        }
        sennit.getSubcommands().values().forEach(Commands::addHelp);
        sennit.addSubcommand("help", new CommandLine.HelpCommand());
        sennit.setParameterExceptionHandler(Commands::explain);
        sennit.setExecutionExceptionHandler((thrown, command, parsed) -> {
            if (thrown instanceof CommandLineMistake mistake) {
                System.err.println("sennit: " + mistake.getMessage());
                return Main.MISTAKE_STATUS;
            }
            thrown.printStackTrace();
            return 1;
        });
        return sennit;
    }

    /** Lets a command explain itself; some do already. */
    private static void addHelp(CommandLine command) {
        if (command.getCommandSpec().findOption("--help") == null) {
            command.getCommandSpec()
                    .addOption(OptionSpec.builder(HELP_WORDS.toArray(String[]::new))
                            .usageHelp(true)
                            .description("print this help")
                            .build());
        }
    }

    /** Returns the help of {@code run} from the table that its parser uses. */
    private static CommandLine runForHelp() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(new Object()).name("run");
        spec.usageMessage()
                .description("Runs a program: a class with a main method, or an example by its short name.")
                .customSynopsis("sennit run [OPTIONS] MAIN [ARGS...]");
        for (RunFlag flag : RunFlag.values()) {
            OptionSpec.Builder option =
                    OptionSpec.builder(flag.names().toArray(String[]::new)).description(flag.description());
            if (flag.parameter() == null) {
                option.arity("0").type(boolean.class);
            } else {
                option.arity("1").type(String.class).paramLabel(flag.parameter());
            }
            spec.addOption(option.build());
        }
        spec.addPositional(PositionalParamSpec.builder()
                .paramLabel("MAIN [ARGS...]")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("the program and its arguments")
                .hideParamSyntax(true)
                .build());
        return new CommandLine(spec);
    }

    /** Prints one line for what picocli did not understand. */
    private static int explain(ParameterException mistake, String[] args) {
        String command = mistake.getCommandLine().getCommandName();
        String message = mistake.getMessage().lines().findFirst().orElse("wrong arguments");
        if (mistake instanceof UnmatchedArgumentException unmatched) {
            String typed = unmatched.getUnmatched().getFirst();
            List<String> known = new ArrayList<>(
                    typed.startsWith("-")
                            ? mistake.getCommandLine()
                                    .getCommandSpec()
                                    .optionsMap()
                                    .keySet()
                            : mistake.getCommandLine().getSubcommands().keySet());
            String kind = typed.startsWith("-") ? "option" : known.isEmpty() ? "argument" : "command";
            message = "unknown " + kind + " '" + typed + "'" + NearestName.hint(typed, known);
        }
        boolean isCommand = !command.equals("sennit");
        System.err.println("sennit: " + (isCommand ? command + ": " : "") + message);
        return Main.MISTAKE_STATUS;
    }
}
