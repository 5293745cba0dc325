package dev.colonnade.sql.definition.text;

import dev.colonnade.sql.analyze.bind.NameUses;

/** Change of a stored text. */
public interface TextChange {
  /** Returns whether a text may have something to change, which spares its analysis. */
  boolean isCandidate(String text);

  /**
   * Returns the changed text.
   *
   * @param uses names and literals of the text
   */
  String in(String text, NameUses uses);

  /** Returns whether the changed text has to name the same objects and columns as before. */
  boolean keepsMeaning();
}
