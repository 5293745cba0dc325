package dev.colonnade.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Command lines of child JVMs with the class path of the test, most of which live for a second.
 *
 * <p>They share an archive of their classes, in the folder {@code target} of the module: the first
 * child lists the classes that it loads, and the first command after its end makes the archive of
 * those that are in jars. Reading it takes half of the processor time of loading them. A JVM does
 * not use an archive of other jars.
 */
public final class ChildJvm {
  private static final List<String> FLAGS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private static final String LIST = "%p.classes";
  private static final Pattern LIST_NAME = Pattern.compile("pid(\\d+)\\.classes");
  private static final long ARCHIVE_SECONDS_MAX = 120;

  private ChildJvm() {}

  /** Returns the command of a JVM that runs {@code main}. */
  public static List<String> command(List<String> flags, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(java());
    command.addAll(FLAGS);
    command.addAll(sharingFlags());
    command.addAll(flags);
    command.add("-cp");
    command.add(jars() + File.pathSeparator + folders());
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Jars come first: an archive requires the class path that it was made with, as a prefix. */
  private static String jars() {
    return entries()
        .filter(entry -> entry.endsWith(".jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String folders() {
    return entries()
        .filter(entry -> !entry.endsWith(".jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<String> entries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
  }

  private static synchronized List<String> sharingFlags() {
    try {
      Path folder = Files.createDirectories(Path.of("target", "child-jvm"));
      Path archive = folder.resolve(Integer.toHexString(state().hashCode()) + ".jsa");
      if (!Files.exists(archive)) {
        Optional<Path> list = list(folder);
        if (list.isEmpty()) {
          return List.of("-XX:DumpLoadedClassList=" + folder.toAbsolutePath().resolve(LIST));
        }
        make(archive, list.get());
      }
      return List.of(
          "-XX:SharedArchiveFile=" + archive.toAbsolutePath(), "-Xlog:cds*=off", "-Xlog:aot*=off");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the archive depends on. */
  private static String state() throws IOException {
    StringBuilder state = new StringBuilder(Runtime.version().toString());
    for (String jar : jars().split(File.pathSeparator, -1)) {
      Path path = Path.of(jar);
      if (Files.exists(path)) {
        state.append(path).append(Files.size(path)).append(Files.getLastModifiedTime(path));
      }
    }
    return state.toString();
  }

  /** Returns the list of a child that has ended. */
  private static Optional<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(ChildJvm::isListOfAnEndedProcess)
          .max(Comparator.comparing(ChildJvm::size));
    }
  }

  /** The JVM replaces %p by "pid" and the number of its process. */
  private static boolean isListOfAnEndedProcess(Path file) {
    Matcher name = LIST_NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An empty archive remains if it cannot be made; JVMs start without it then. */
  private static void make(Path archive, Path list) throws IOException {
    Path folder = Objects.requireNonNull(archive.getParent());
    Path made = folder.resolve("made.jsa");
    Files.deleteIfExists(made);
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(FLAGS);
    command.addAll(
        List.of(
            "-Xshare:dump",
            "-XX:+AOTClassLinking",
            "-XX:SharedClassListFile=" + completeLines(list),
            "-XX:SharedArchiveFile=" + made.toAbsolutePath(),
            "-cp",
            jars()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("made.log").toFile())
            .start();
    try {
      if (!process.waitFor(ARCHIVE_SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    if (!process.isAlive() && process.exitValue() == 0 && Files.exists(made)) {
      Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
    } else {
      Files.createFile(archive);
    }
  }

  /** Returns a file without the last line, which a killed process may have written in part. */
  private static Path completeLines(Path list) throws IOException {
    List<String> lines = Files.readAllLines(list);
    Path complete = list.resolveSibling("made.txt").toAbsolutePath();
    Files.delete(list);
    return Files.write(complete, lines.subList(0, Math.max(0, lines.size() - 1)));
  }
}
