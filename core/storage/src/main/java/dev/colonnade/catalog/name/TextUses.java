package dev.colonnade.catalog.name;

import java.util.List;

/** Parts of objects that are stored as text, by the objects and columns that they name. */
public interface TextUses {
  /** No parts. */
  TextUses NONE =
      new TextUses() {
        @Override
        public List<Part> ofObject(int objectId, String name) {
          return List.of();
        }

        @Override
        public List<Part> ofColumn(int tableId, int columnId, String name) {
          return List.of();
        }
      };

  /** Part of a table or a domain. */
  sealed interface Part {
    /** Returns the id of the table or the domain. */
    int id();
  }

  /** Default of a column. */
  record Default(int id, int columnId) implements Part {}

  /** Expression of a generated column. */
  record Generated(int id, int columnId) implements Part {}

  /** CHECK constraint of a table or a domain. */
  record Check(int id, String name) implements Part {}

  /** Index of a table. */
  record Index(int id, int indexId, String name) implements Part {}

  /** Policy of a table. */
  record Policy(int id, String name) implements Part {}

  /** Default of a domain. */
  record DomainDefault(int id) implements Part {}

  /** Returns the parts that name a relation or a type. */
  List<Part> ofObject(int objectId, String name);

  /** Returns the policies that name a column of a table. */
  List<Part> ofColumn(int tableId, int columnId, String name);
}
