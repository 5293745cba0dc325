package dev.colonnade.sql.function.library.text.regex;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Syntax tree of a regular expression. */
sealed interface RegexNode {
  /** Number of repetitions without a limit. */
  int UNLIMITED = Integer.MAX_VALUE;

  /** One letter of a set. */
  record Letter(LetterSet letters) implements RegexNode {
    public Letter {
      requireNonNull(letters, "letters is null");
    }
  }

  /**
   * Anchor, word boundary, lookahead or lookbehind.
   *
   * @param java the constraint in Java's syntax
   */
  record Constraint(String java) implements RegexNode {
    public Constraint {
      requireNonNull(java, "java is null");
    }
  }

  /**
   * Group in parentheses.
   *
   * @param number number of the group; 0 if it captures nothing
   */
  record Group(int number, RegexNode body) implements RegexNode {
    public Group {
      requireNonNull(body, "body is null");
    }
  }

  /** Reference to the text of a group. */
  record Reference(int group) implements RegexNode {}

  /**
   * Quantified atom.
   *
   * @param preference the longest or the shortest text; that of the atom for a fixed number
   */
  record Repeat(RegexNode atom, int min, int max, Preference preference) implements RegexNode {
    public Repeat {
      requireNonNull(atom, "atom is null");
      requireNonNull(preference, "preference is null");
    }
  }

  /** Concatenation. */
  record Sequence(List<RegexNode> parts) implements RegexNode {
    public Sequence {
      parts = List.copyOf(requireNonNull(parts, "parts is null"));
    }
  }

  /** Alternatives. */
  record Choice(List<RegexNode> branches) implements RegexNode {
    public Choice {
      branches = List.copyOf(requireNonNull(branches, "branches is null"));
    }
  }

  /** Preferred length of the text of an expression. */
  enum Preference {
    NONE,
    LONGEST,
    SHORTEST;

    /** Returns this preference, or another if there is none. */
    Preference or(Preference other) {
      return this == NONE ? other : this;
    }
  }
}
