package dev.colonnade.catalog.privilege;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Privilege with the position of its bit, which is PostgreSQL's. Sets of privileges are stored as
 * masks, so the positions never change.
 */
public enum Privilege {
  INSERT(0, 'a', "INSERT"),
  SELECT(1, 'r', "SELECT"),
  UPDATE(2, 'w', "UPDATE"),
  DELETE(3, 'd', "DELETE"),
  TRUNCATE(4, 'D', "TRUNCATE"),
  REFERENCES(5, 'x', "REFERENCES"),
  TRIGGER(6, 't', "TRIGGER"),
  EXECUTE(7, 'X', "EXECUTE"),
  USAGE(8, 'U', "USAGE"),
  CREATE(9, 'C', "CREATE"),
  TEMPORARY(10, 'T', "TEMPORARY"),
  CONNECT(11, 'c', "CONNECT");

  private static final Privilege[] ALL = values();

  private final int position;
  private final char letter;
  private final String word;

  Privilege(int position, char letter, String word) {
    this.position = position;
    this.letter = letter;
    this.word = word;
  }

  /** Returns the letter of the privilege in the text of an access control list. */
  public char letter() {
    return letter;
  }

  /** Returns the name in SQL. */
  public String word() {
    return word;
  }

  /** Returns the mask of this privilege alone. */
  public int bit() {
    return 1 << position;
  }

  /** Returns the mask of some privileges. */
  public static int mask(Privilege... privileges) {
    int mask = 0;
    for (Privilege privilege : privileges) {
      mask |= privilege.bit();
    }
    return mask;
  }

  /** Returns the privileges of a mask. */
  public static Set<Privilege> of(int mask) {
    Set<Privilege> found = EnumSet.noneOf(Privilege.class);
    for (Privilege privilege : ALL) {
      if ((mask & privilege.bit()) != 0) {
        found.add(privilege);
      }
    }
    return found;
  }

  /** Returns the privilege of a name in any case; null if there is none. */
  public static @Nullable Privilege find(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (upper.equals("TEMP")) {
      return TEMPORARY;
    }
    for (Privilege privilege : ALL) {
      if (privilege.word.equals(upper)) {
        return privilege;
      }
    }
    return null;
  }
}
