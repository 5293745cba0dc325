package dev.colonnade.shell;

import dev.colonnade.shell.command.CommandHelp;
import dev.colonnade.shell.completion.ShellCompleter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Interactive session at a terminal: multi-line statements, a persistent history, completion of
 * keywords and names, and a pager for long results.
 */
final class InteractiveShell implements Shell.Input {
  private static final Path HISTORY =
      Path.of(System.getProperty("user.home"), ".colonnade_sql_history");

  private final Shell shell;
  private final StatementLineParser parser = new StatementLineParser();

  /** Rest of the entry whose commands are running. */
  private Iterator<String> lines = List.<String>of().iterator();

  private @Nullable LineReader reader;

  InteractiveShell(Shell shell) {
    this.shell = shell;
  }

  /** Runs the user's statements and commands until the user quits. */
  void run() throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).build();
        StatementProgress progress = StatementProgress.on(terminal, shell)) {
      LineReader lineReader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .appName("colonnade")
              .parser(parser)
              .completer(new ShellCompleter(shell))
              .variable(LineReader.HISTORY_FILE, HISTORY)
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .build();
      reader = lineReader;
      shell.destination().terminal(terminal::getRows);
      terminal.handle(Terminal.Signal.INT, signal -> shell.cancel());
      terminal.writer().println(shell.banner());
      read(lineReader, progress);
    }
  }

  private void read(LineReader lineReader, StatementProgress progress) {
    InputSplitter splitter = new InputSplitter();
    String preset = "";
    while (!shell.isDone()) {
      try {
        parser.buffer(splitter.buffer());
        char mark = !shell.isActive() ? '@' : splitter.isEmpty() ? '=' : splitter.continuation();
        lineReader.setVariable(LineReader.SECONDARY_PROMPT_PATTERN, shell.prompt("PROMPT2", "%M"));
        String name = splitter.isEmpty() ? "PROMPT1" : "PROMPT2";
        String prompt = shell.prompt(name, String.valueOf(mark));
        String entry = lineReader.readLine(prompt, null, preset);
        preset = "";
        if (splitter.isEmpty() && StatementLineParser.isWord(entry)) {
          runWord(StatementLineParser.word(entry), lineReader);
          continue;
        }
        preset = run(entry, splitter, progress);
      } catch (UserInterruptException interrupted) {
        splitter.rest(); // discards the input; the shell continues
        shell.leaveCondition();
        preset = "";
      } catch (EndOfFileException quit) {
        shell.quit();
      }
    }
  }

  private void runWord(String word, LineReader lineReader) {
    if (word.equals("help")) {
      lineReader.getTerminal().writer().println(CommandHelp.INTRODUCTION);
    } else {
      shell.quit();
    }
  }

  /** Runs an entry; returns the text with which the next one begins, from the editor. */
  private String run(String entry, InputSplitter splitter, StatementProgress progress) {
    lines = entry.lines().toList().iterator();
    while (lines.hasNext() && !shell.isDone()) {
      List<String> pending = new ArrayList<>(splitter.add(lines.next()));
      while (!pending.isEmpty() && !shell.isDone()) {
        String complete = pending.removeFirst();
        progress.track(() -> shell.run(complete, this));
        String edited = shell.takeEdited();
        if (edited != null) {
          pending.addAll(0, splitter.replace(edited));
          if (pending.isEmpty()) {
            return splitter.rest();
          }
        }
        pending.addAll(shell.resume(splitter));
      }
    }
    return "";
  }

  @Override
  public boolean isInteractive() {
    return true;
  }

  @Override
  public @Nullable String nextLine(String prompt) {
    if (lines.hasNext()) {
      return lines.next();
    }
    LineReader lineReader = reader;
    if (lineReader == null) {
      return null;
    }
    try {
      parser.data();
      return lineReader.readLine(prompt);
    } catch (EndOfFileException end) {
      return null;
    }
  }

  @Override
  public List<String> history() {
    List<String> entries = new ArrayList<>();
    LineReader lineReader = reader;
    if (lineReader != null) {
      lineReader.getHistory().forEach(entry -> entries.add(entry.line()));
    }
    return entries;
  }
}
