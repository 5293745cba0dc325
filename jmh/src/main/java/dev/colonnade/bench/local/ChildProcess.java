package dev.colonnade.bench.local;

import dev.colonnade.server.Main;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The main class of a process that ends with the one that started it: runs the program and ends it
 * in good order when its standard input ends.
 */
public final class ChildProcess {
  private ChildProcess() {}

  public static void main(String[] args) {
    Thread.ofPlatform().daemon().name("parent-watch").start(ChildProcess::endWithParent);
    Main.main(args);
  }

  /** The command line that runs the program with these arguments on this very JVM. */
  static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(ChildProcess::isInherited)
        .forEach(command::add);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ChildProcess.class.getName());
    command.addAll(arguments);
    return command;
  }

  /** Flags that the program needs pass on; those of this process alone, such as agents, do not. */
  private static boolean isInherited(String flag) {
    return flag.startsWith("--")
        || flag.startsWith("-XX:")
        || flag.startsWith("-Dcolonnade.")
        || flag.startsWith("-Dlogback.");
  }

  private static void endWithParent() {
    InputStream parent = System.in;
    try {
      while (parent.read() >= 0) {
        // Nothing is ever said; only the end counts.
      }
    } catch (IOException e) {
      // A broken pipe is an end, too.
    }
    System.exit(0);
  }
}
