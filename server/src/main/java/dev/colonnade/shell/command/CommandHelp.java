package dev.colonnade.shell.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Help texts: the commands of the shell, and the syntax of SQL statements. */
public final class CommandHelp {
  /** Text that {@code help} prints. */
  public static final String INTRODUCTION =
      """
      You are using colonnade sql, the command-line interface to Colonnade.
      Type:  \\h for help with SQL statements
             \\? for help with the commands of the shell
             \\g or terminate with semicolon to execute a statement
             \\q to quit\
      """;

  /** List of the commands of the shell. */
  static final String COMMANDS =
      """
      General
        \\c [DB [USER [HOST [PORT]]]]  connect to another database, - keeps a value
        \\conninfo                  show the current connection
        \\watch [SECONDS]           run a statement periodically until it fails or Ctrl-C (2)
        \\h [NAME]                  syntax of SQL statements
        \\q                         quit

      Query buffer
        \\g [FILE | |COMMAND]       run the preceding or the last statement
        \\gx [FILE | |COMMAND]      the same with expanded output
        \\gset [PREFIX]             run it and store its columns in variables
        \\e [FILE] [LINE]           edit the query buffer, or a file, in an editor
        \\p                         print the query buffer
        \\r                         clear the query buffer
        \\w FILE                    write the query buffer to a file
        \\s [FILE]                  print the history, or write it to a file

      Input and output
        \\i FILE                    run the statements of a file
        \\o [FILE | |COMMAND]       send results to a file or a program; without it, back here
        \\copy ...                  COPY with files of this machine: TABLE or (QUERY) FROM or TO
                                   FILE, PROGRAM 'COMMAND', STDIN or STDOUT [WITH (OPTIONS)]
        \\echo [-n] TEXT            print a text; \\qecho to the destination of \\o, \\warn to
                                   standard error
        \\! [COMMAND]               run a command of the system

      Information (a NAME may be a pattern with * and ?)
        \\d [NAME]                  list tables, views and sequences, or describe one
        \\d+ NAME                   describe one with the query of a view
        \\dt \\dv \\ds \\di [NAME]    list tables, views, sequences or indexes
        \\df \\dT \\du [NAME]        list functions, types or roles
        \\dn                        list schemas
        \\l                         list databases

      Formatting
        \\pset [NAME [VALUE]]       set an option of the output, or list all
        \\a                         aligned or unaligned output
        \\x [on|off|auto]           expanded output: each value on a line of its own
        \\t [on|off]                rows only
        \\f [TEXT]                  field separator of unaligned output
        \\C [TEXT]                  title of tables
        \\format FORMAT             aligned, unaligned, csv or json
        \\timing [on|off]           show the execution time of statements

      Variables
        \\set [NAME [VALUE]]        set a variable, or list all; :NAME stands for its value
        \\unset NAME                remove a variable
        \\prompt [TEXT] NAME        read the value of a variable

      Conditions
        \\if EXPRESSION             run what follows if it is true
        \\elif EXPRESSION           else, if this is true
        \\else                      else
        \\endif                     end of the conditional block

      Ctrl-C cancels the running statement, Ctrl-D quits.\
      """;

  private static final String RESOURCE = "statements.txt";

  private CommandHelp() {}

  /** Returns the names of the SQL statements that have a help text. */
  public static List<String> statementNames() {
    List<String> names = new ArrayList<>();
    for (String entry : entries()) {
      names.add(entry.lines().findFirst().orElse(""));
    }
    return names;
  }

  /**
   * Returns the syntax of a statement, of all whose names begin so, or the list of names.
   *
   * @param name empty for the list, {@code *} for all
   */
  static String ofStatement(String name) {
    if (name.isEmpty()) {
      StringBuilder list = new StringBuilder("Available help:");
      statementNames().forEach(known -> list.append("\n  ").append(known));
      return list.toString();
    }
    String wanted = name.toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
    while (!wanted.isEmpty()) {
      String found = matching(wanted);
      if (!found.isEmpty()) {
        return found;
      }
      // As in psql, words at the end may be those of the statement's object.
      int last = wanted.lastIndexOf(' ');
      wanted = last < 0 ? "" : wanted.substring(0, last);
    }
    return "No help available for \""
        + name
        + "\".\nTry \\h with no arguments to see available help.";
  }

  private static String matching(String wanted) {
    List<String> prefixed = new ArrayList<>();
    for (String entry : entries()) {
      String known = entry.lines().findFirst().orElse("");
      String text = "Command:     " + known + "\nSyntax:\n" + entry.substring(known.length() + 1);
      if (known.equals(wanted)) {
        return text;
      }
      if (wanted.equals("*") || known.startsWith(wanted)) {
        prefixed.add(text);
      }
    }
    return String.join("\n\n", prefixed);
  }

  /** Returns the entries: a name in the first line and the syntax below it. */
  private static List<String> entries() {
    try (InputStream in =
        requireNonNull(CommandHelp.class.getResourceAsStream(RESOURCE), "resource is missing")) {
      return List.of(new String(in.readAllBytes(), UTF_8).strip().split("\n\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
