package dev.colonnade.engine;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import java.nio.file.Path;
import java.util.Random;

/**
 * Process that transfers money and changes duty shifts until it is killed, and prints which
 * transactions have committed: {@code done WORKER NUMBER}.
 */
final class TransactionVictim {
  static final int WORKERS = 4;
  static final int ACCOUNTS = 8;
  static final long BALANCE = 1000;
  static final int SHIFTS = 2;
  static final int DOCTORS = 3;

  private TransactionVictim() {}

  /**
   * Runs with the store's directory, the number of the first transaction, and a seed as arguments.
   */
  public static void main(String[] arguments) {
    Database database = TestDatabases.open(Path.of(arguments[0]));
    long first = Long.parseLong(arguments[1]);
    long seed = Long.parseLong(arguments[2]);
    for (int worker = 0; worker < WORKERS; worker++) {
      int id = worker;
      Random random = new Random(seed + worker);
      Thread thread = Thread.ofPlatform().unstarted(() -> work(database, id, first, random));
      thread.setUncaughtExceptionHandler(
          (_, failure) -> {
            System.err.println("victim failed: " + failure);
            Runtime.getRuntime().halt(1);
          });
      thread.start();
    }
    System.out.println("ready");
  }

  public static void fill(Database database) {
    try (Session session = database.session("test")) {
      SqlSession sql = session.sql();
      sql.execute("create table account (id int primary key, balance bigint not null)").close();
      sql.execute(
              "create table duty (shift int, doctor int, is_on boolean not null,"
                  + " primary key (shift, doctor))")
          .close();
      sql.execute("create table journal (worker int, number bigint, primary key (worker, number))")
          .close();
      for (int id = 0; id < ACCOUNTS; id++) {
        sql.execute("insert into account values ($1, $2)", id, BALANCE).close();
      }
      for (int shift = 0; shift < SHIFTS; shift++) {
        for (int doctor = 0; doctor < DOCTORS; doctor++) {
          sql.execute("insert into duty values ($1, $2, true)", shift, doctor).close();
        }
      }
    }
  }

  private static void work(Database database, int worker, long first, Random random) {
    SqlSession session = database.session("test").sql();
    for (long number = first; ; number++) {
      try {
        if (random.nextBoolean()) {
          transfer(session, random);
        } else {
          changeDuty(session, random);
        }
        session.execute("insert into journal values ($1, $2)", worker, number).close();
        session.execute("commit").close();
        say("done " + worker + " " + number);
      } catch (ColonnadeException e) {
        boolean isExpected =
            e.code() == ErrorCode.SERIALIZATION_FAILURE || e.code() == ErrorCode.DEADLOCK_DETECTED;
        if (!isExpected) {
          throw e;
        }
        session.execute("rollback").close();
      }
    }
  }

  /** Transfers money at every isolation level, with the lock that the level needs. */
  private static void transfer(SqlSession session, Random random) {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    long amount = random.nextInt(100);
    switch (random.nextInt(3)) {
      case 0 -> session.execute("begin isolation level serializable").close();
      case 1 -> session.execute("begin isolation level repeatable read").close();
      default -> session.execute("begin isolation level read committed").close();
    }
    String select = "select balance from account where id = $1 for update";
    long before = one(session, select, from);
    if (before >= amount) {
      session
          .execute("update account set balance = $1 where id = $2", before - amount, from)
          .close();
      session
          .execute("update account set balance = balance + $1 where id = $2", amount, to)
          .close();
    }
  }

  /** Takes a doctor off duty if another one stays: a write skew if it were not prevented. */
  private static void changeDuty(SqlSession session, Random random) {
    int shift = random.nextInt(SHIFTS);
    int doctor = random.nextInt(DOCTORS);
    session.execute("begin isolation level serializable").close();
    String count = "select count(*) from duty where shift = $1 and is_on";
    boolean mayLeave = one(session, count, shift) > 1;
    session
        .execute(
            "update duty set is_on = $1 where shift = $2 and doctor = $3", !mayLeave, shift, doctor)
        .close();
  }

  private static long one(SqlSession session, String sql, Object parameter) {
    Object value = session.execute(sql, parameter).toList().getFirst().getFirst();
    return Long.parseLong(String.valueOf(value));
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
