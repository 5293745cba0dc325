package dev.colonnade.engine;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.SqlSession;
import java.nio.file.Path;

/**
 * Process that writes pairs of rows until a commit fails, and prints what it reads then. A
 * failpoint makes that commit fail when it is written.
 */
final class CommitUnknownVictim {
  /** More pairs than the failpoint lets pass. */
  private static final int PAIRS_MAX = 10_000;

  private CommitUnknownVictim() {}

  /**
   * Runs with the store's directory, and whether each pair is a transaction of two statements, as
   * arguments.
   */
  public static void main(String[] arguments) {
    Database database = TestDatabases.open(Path.of(arguments[0]));
    boolean isBlock = Boolean.parseBoolean(arguments[1]);
    SqlSession session = database.session("victim").sql();
    session.execute("create table if not exists pair (id int primary key)").close();
    for (int pair = 1; pair <= PAIRS_MAX; pair++) {
      try {
        write(session, pair, isBlock);
        System.out.println("done " + pair);
      } catch (ColonnadeException e) {
        System.out.println("failed " + e.code().sqlState() + " " + pair);
        System.out.println("status " + session.transactionStatus());
        System.out.println("sees " + count(session));
        System.out.println("then " + writeAgain(session));
        break;
      }
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void write(SqlSession session, int pair, boolean isBlock) {
    if (isBlock) {
      session.execute("begin").close();
      session.execute("insert into pair values ($1)", pair).close();
      session.execute("insert into pair values ($1)", -pair).close();
      session.execute("commit").close();
    } else {
      session.execute("insert into pair values ($1), ($2)", pair, -pair).close();
    }
  }

  private static Object count(SqlSession session) {
    return String.valueOf(
        session.execute("select count(*) from pair").toList().getFirst().getFirst());
  }

  private static String writeAgain(SqlSession session) {
    try {
      session.execute("insert into pair values (0)").close();
      return "written";
    } catch (ColonnadeException e) {
      return e.code().sqlState();
    }
  }
}
