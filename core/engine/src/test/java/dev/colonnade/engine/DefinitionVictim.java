package dev.colonnade.engine;

import dev.colonnade.sql.SqlSession;
import java.nio.file.Path;

/** Process that commits a transaction of DDL and rows, in which a failpoint may halt it. */
final class DefinitionVictim {
  /** Exit status after the commit, if no failpoint halted the process. */
  static final int SURVIVED_STATUS = 3;

  private DefinitionVictim() {}

  /** Runs with the store's directory as argument. */
  public static void main(String[] arguments) {
    Database database = TestDatabases.open(Path.of(arguments[0]));
    SqlSession session = database.session("victim").sql();
    session.execute("select nextval('counted'), nextval('bounded'), nextval('kept_on')").toList();
    session.execute("begin").toList();
    session.execute("alter sequence counted increment 10").toList();
    session.execute("alter sequence counted restart 100").toList();
    session.execute("alter sequence bounded maxvalue 20").toList();
    session.execute("alter sequence kept_on cache 7 increment 2").toList();
    session.execute("create table made (id serial primary key, a int)").toList();
    session.execute("insert into made (a) values (10), (20)").toList();
    session.execute("alter table kept add column b int default 7").toList();
    session.execute("drop table gone").toList();
    session.execute("commit").toList();
    Runtime.getRuntime().halt(SURVIVED_STATUS);
  }
}
