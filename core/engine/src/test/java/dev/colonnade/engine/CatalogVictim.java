package dev.colonnade.engine;

import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.type.ColumnType.Plain;
import java.nio.file.Path;
import java.util.Arrays;

/** Process that makes one change of the catalog, in which a failpoint may halt it. */
final class CatalogVictim {
  public static final String TABLE = "t";
  static final String NEW_TABLE = "u";
  static final String NEW_NAME = "v";
  static final String NEW_COLUMN = "added";
  static final String ENUM = "mood";

  /** Exit status after the change, if no failpoint halted the process. */
  static final int SURVIVED_STATUS = 3;

  private CatalogVictim() {}

  /** Change of the catalog. */
  enum Change {
    CREATE {
      @Override
      void make(CatalogOperations catalog) {
        catalog.createTable(NEW_TABLE, TestDatabases.PLAIN);
      }
    },
    RENAME {
      @Override
      void make(CatalogOperations catalog) {
        catalog.renameTable(TABLE, NEW_NAME);
      }
    },
    ADD_COLUMN {
      @Override
      void make(CatalogOperations catalog) {
        catalog.addColumn(
            TABLE, new CatalogOperations.NewColumn(NEW_COLUMN, Plain.INTEGER, false, 7), null);
      }
    },
    DROP_COLUMN {
      @Override
      void make(CatalogOperations catalog) {
        catalog.dropColumn(TABLE, "city");
      }
    },
    DROP {
      @Override
      void make(CatalogOperations catalog) {
        catalog.dropTable(TABLE);
      }
    },
    CREATE_ENUM {
      @Override
      void make(CatalogOperations catalog) {
        catalog.createEnum(ENUM, Arrays.asList("sad", "glad"));
      }
    };

    abstract void make(CatalogOperations catalog);
  }

  /** Runs with the store's directory and the name of the change as arguments. */
  public static void main(String[] arguments) {
    Database database = TestDatabases.open(Path.of(arguments[0]));
    Change change = Change.valueOf(arguments[1]);
    database
        .session("victim")
        .define(
            catalog -> {
              change.make(catalog);
              return catalog;
            });
    Runtime.getRuntime().halt(SURVIVED_STATUS);
  }
}
