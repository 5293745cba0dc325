package dev.colonnade.shell.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.shell.copy.CopyIn;
import dev.colonnade.shell.copy.CopyOut;
import dev.colonnade.shell.copy.CopyRequest;
import dev.colonnade.shell.destination.ResultDestination;
import dev.colonnade.shell.destination.ShellPrograms;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Commands that read and write files, and those that run other programs. */
final class FileCommands {
  private static final String END_OF_DATA = "\\.";
  private static final String COPY_PROMPT = ">> ";

  private final CommandHost shell;

  FileCommands(CommandHost shell) {
    this.shell = requireNonNull(shell, "shell is null");
  }

  /**
   * Runs a command.
   *
   * @param line the whole rest of the line
   * @param buffer statement that precedes the command
   * @return false if it failed
   * @throws IllegalArgumentException if the arguments are invalid
   */
  boolean run(String command, List<String> arguments, String line, String buffer)
      throws SQLException, IOException {
    String first = arguments.isEmpty() ? "" : arguments.getFirst();
    return switch (command) {
      case "\\i", "\\include" -> include(first);
      case "\\o", "\\out" -> {
        shell.destination().redirect(redirection(arguments));
        yield true;
      }
      case "\\w", "\\write" -> write(buffer.isEmpty() ? shell.lastInput() : buffer, arguments);
      case "\\s" -> printHistory(first);
      case "\\e", "\\edit" -> edit(arguments, buffer);
      case "\\!" -> execute(line);
      case "\\copy" -> copy(CopyRequest.parse(line));
      default -> throw new IllegalStateException("no command of files: " + command);
    };
  }

  /** Returns the file or program of {@code \o} and {@code \g}; a program has several words. */
  static String redirection(List<String> arguments) {
    String target = String.join(" ", arguments);
    return target.startsWith("|") || arguments.isEmpty() ? target : arguments.getFirst();
  }

  private boolean include(String file) throws IOException {
    if (file.isEmpty()) {
      throw new IllegalArgumentException("\\i: missing required argument");
    }
    Path path = ResultDestination.file(file);
    try (BufferedReader input = Files.newBufferedReader(path, UTF_8)) {
      return shell.runAll(input);
    } catch (NoSuchFileException missing) {
      throw new IOException(file + ": no such file", missing);
    }
  }

  private boolean write(String text, List<String> arguments) throws SQLException, IOException {
    if (arguments.isEmpty()) {
      throw new IllegalArgumentException("\\w: missing required argument");
    }
    shell.destination().printTo(redirection(arguments), out -> out.println(text));
    return true;
  }

  private boolean printHistory(String file) throws SQLException, IOException {
    List<String> entries = shell.history();
    ResultDestination.Printing printing = out -> entries.forEach(out::println);
    if (file.isEmpty()) {
      shell.destination().print(printing);
    } else {
      shell.destination().printTo(file, printing);
    }
    return true;
  }

  private boolean edit(List<String> arguments, String buffer) throws IOException {
    shell.standardOut().flush();
    String text = buffer.isEmpty() ? shell.lastInput() : buffer;
    boolean isNumber = arguments.size() == 1 && arguments.getFirst().matches("[0-9]+");
    String file = isNumber || arguments.isEmpty() ? "" : arguments.getFirst();
    String line = isNumber || arguments.size() > 1 ? arguments.getLast() : "";
    String edited =
        file.isEmpty()
            ? ExternalEditor.edit(text, line)
            : ExternalEditor.edit(ResultDestination.file(file), line);
    shell.replaceBuffer(edited);
    return true;
  }

  private boolean execute(String command) throws IOException {
    shell.standardOut().flush();
    String program = command.isBlank() ? System.getenv().getOrDefault("SHELL", "/bin/sh") : command;
    int status = ShellPrograms.await(ShellPrograms.program(program).start());
    return status == 0;
  }

  /** Copies rows between a table or query and a file, a program or a stream. */
  boolean copy(CopyRequest request) throws SQLException, IOException {
    try {
      long count = request.options().isFrom() ? copyIn(request) : copyOut(request);
      boolean isData =
          !request.options().isFrom() && request.place().kind() == CopyRequest.PlaceKind.STREAM;
      if (!isData && !shell.variables().isOn("QUIET")) {
        shell.standardOut().println("COPY " + count);
        shell.standardOut().flush();
      }
      return true;
    } finally {
      shell.running(null);
    }
  }

  private long copyIn(CopyRequest request) throws SQLException, IOException {
    CopyIn copy = new CopyIn(shell.connection());
    boolean isAlone =
        shell.transaction() == WireTransactionState.IDLE && shell.connection().getAutoCommit();
    String name = request.place().name();
    return switch (request.place().kind()) {
      case FILE -> {
        try (InputStream in = Files.newInputStream(ResultDestination.file(name))) {
          yield copy.run(request, in, isAlone, shell::running);
        } catch (NoSuchFileException missing) {
          throw new IOException(name + ": no such file", missing);
        }
      }
      case PROGRAM -> {
        Process program = ShellPrograms.startWriter(name);
        try (InputStream in = new ProgramOutput(program, name)) {
          yield copy.run(request, in, isAlone, shell::running);
        } finally {
          program.destroy();
        }
      }
      case STREAM -> copy.run(request, new InputLines(), isAlone, shell::running);
      case STANDARD_STREAM -> copy.run(request, System.in, isAlone, shell::running);
    };
  }

  private long copyOut(CopyRequest request) throws SQLException, IOException {
    CopyOut copy = new CopyOut(shell.connection());
    String name = request.place().name();
    return switch (request.place().kind()) {
      case FILE -> {
        try (Writer out = Files.newBufferedWriter(ResultDestination.file(name), UTF_8)) {
          yield copy.run(request, out, shell::running);
        }
      }
      case PROGRAM -> {
        shell.standardOut().flush();
        Process program = ShellPrograms.startReader(name);
        long count;
        try (Writer out = program.outputWriter(UTF_8)) {
          count = copy.run(request, out, shell::running);
        }
        requireSuccess(program, name);
        yield count;
      }
      case STREAM -> copy.run(request, shell.destination().out(), shell::running);
      case STANDARD_STREAM -> {
        PrintWriter out = shell.standardOut();
        yield copy.run(request, out, shell::running);
      }
    };
  }

  private static void requireSuccess(Process program, String name) throws IOException {
    int status = ShellPrograms.await(program);
    if (status != 0) {
      throw new IOException(name + ": program ended with exit status " + status);
    }
  }

  /** Output of a program, which fails at its end if the program has failed. */
  private static final class ProgramOutput extends InputStream {
    private final Process program;
    private final String name;
    private final InputStream output;

    ProgramOutput(Process program, String name) {
      this.program = program;
      this.name = name;
      this.output = program.getInputStream();
    }

    @Override
    public int read() throws IOException {
      return ended(output.read());
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return ended(output.read(bytes, from, length));
    }

    private int ended(int count) throws IOException {
      if (count < 0) {
        requireSuccess(program, name);
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      output.close();
    }
  }

  /** Lines of the shell's input up to the end marker, as bytes. */
  private final class InputLines extends InputStream {
    private byte[] line = {};
    private int at;
    private boolean isEnded;

    @Override
    public int read() throws IOException {
      return fill() ? line[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      if (!fill()) {
        return -1;
      }
      int count = Math.min(length, line.length - at);
      System.arraycopy(line, at, bytes, from, count);
      at += count;
      return count;
    }

    private boolean fill() throws IOException {
      if (at < line.length) {
        return true;
      }
      String next = isEnded ? null : shell.nextLine(COPY_PROMPT);
      if (next == null || next.equals(END_OF_DATA)) {
        isEnded = true;
        return false;
      }
      line = (next + '\n').getBytes(UTF_8);
      at = 0;
      return true;
    }
  }
}
