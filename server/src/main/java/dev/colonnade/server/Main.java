package dev.colonnade.server;

import dev.colonnade.server.log.LogProvider;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Entry point of the program: finds the commands and runs the requested one. */
@Command(
    name = "colonnade",
    header = "A database server: rows in key ranges, scans as Arrow columns.%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "'colonnade COMMAND --help' describes a command.",
      "The environment variable COLONNADE_JAVA_OPTS adds JVM flags, such as -Xmx2g."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BuildVersion.class,
    subcommands = CommandLine.HelpCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false)
public final class Main {
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure, not only its message.")
  private boolean isVerbose;

  private Main() {}

  public static void main(String[] args) {
    LogProvider.install(System.getProperties());
    Optional<StartArguments> start = StartArguments.of(args);
    System.exit(start.isPresent() ? start(start.get()) : commandLine().execute(args));
  }

  /** Variant of {@code start} without picocli. */
  private static int start(StartArguments arguments) {
    try {
      ServerProcess.run(arguments::load, new PrintWriter(System.out, true, System.out.charset()));
      return ExitStatus.OK.number();
    } catch (RuntimeException e) {
      return CommandErrorHandler.report(e, new PrintWriter(System.err, true, System.err.charset()));
    }
  }

  static CommandLine commandLine() {
    Main main = new Main();
    CommandLine commandLine = new CommandLine(main);
    for (CliCommand command : ServiceLoader.load(CliCommand.class)) {
      commandLine.addSubcommand(command);
    }
    CommandErrorHandler failures = new CommandErrorHandler(() -> main.isVerbose);
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }
}
