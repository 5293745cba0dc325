package dev.colonnade.server;

import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The program that the launcher starts: finds its commands and runs the one that was asked for. */
@Command(
    name = "colonnade",
    header = "A database server: rows in key ranges, scans as Arrow columns.%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "'colonnade COMMAND --help' says more about a command.",
      "The variable COLONNADE_JAVA_OPTS adds flags of the JVM, such as -Xmx2g."
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
      description = "Show where a failure happened, not only what it was.")
  private boolean isVerbose;

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    Main main = new Main();
    CommandLine commandLine = new CommandLine(main);
    for (CliCommand command : ServiceLoader.load(CliCommand.class)) {
      commandLine.addSubcommand(command);
    }
    CommandFailures failures = new CommandFailures(() -> main.isVerbose);
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }
}
