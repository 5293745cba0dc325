package dev.colonnade.server.prepare;

import dev.colonnade.server.CliCommand;
import dev.colonnade.store.rocks.ffi.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that prepares an installation for fast starts. */
@Command(
    name = "prepare",
    header = "Prepare this installation for fast starts.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nUnpacks the native library into a folder, for -Djava.library.path, and runs a server on a"
          + " temporary store with typical statements, so that the JVM writes an AOT cache if it"
          + " runs with -XX:AOTCacheOutput. The launcher and the container image do this"
          + " themselves."
    },
    optionListHeading = "%nOptions:%n",
    sortOptions = false)
public final class PrepareCommand implements CliCommand {
  @SuppressWarnings("NullAway.Init") // set by picocli, which requires the option
  @Option(
      names = "--folder",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the native library; created if it is missing.")
  private Path folder;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli only checks that it is present
  private boolean isHelpRequested;

  /** Called by picocli. */
  public PrepareCommand() {}

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(folder);
    NativeLibrary.unpack(folder);
    TrainingRun.run();
    return 0;
  }
}
