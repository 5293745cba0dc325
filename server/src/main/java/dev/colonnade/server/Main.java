package dev.colonnade.server;

import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program that the launcher starts: finds its commands and runs the one that was asked for. */
@Command(
    name = "colonnade",
    description = "A database server: rows in key ranges, scans as Arrow columns.",
    mixinStandardHelpOptions = true,
    versionProvider = BuildVersion.class,
    subcommands = CommandLine.HelpCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false)
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Main());
    for (CliCommand command : ServiceLoader.load(CliCommand.class)) {
      commandLine.addSubcommand(command);
    }
    return commandLine;
  }
}
