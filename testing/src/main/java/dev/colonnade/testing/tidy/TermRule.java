package dev.colonnade.testing.tidy;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Comments, strings and names of types in the standard terms of databases. */
final class TermRule implements TidyRule {
  private static final Pattern TYPE_NAME =
      Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");

  private final List<Term> terms;

  TermRule(List<Term> terms) {
    this.terms = List.copyOf(terms);
  }

  @Override
  public void check(List<SourceFile> files, Consumer<Violation> violations) {
    for (SourceFile file : files) {
      Matcher prose = SourceFile.COMMENT_OR_STRING.matcher(file.text());
      while (prose.find()) {
        String text = prose.group().toLowerCase(Locale.ROOT);
        check(Term.Kind.PROSE, file, prose.start(), text, violations);
      }
      Matcher type = TYPE_NAME.matcher(file.text());
      while (type.find()) {
        check(Term.Kind.TYPE, file, type.start(1), type.group(1), violations);
      }
    }
  }

  private void check(
      Term.Kind kind, SourceFile file, int offset, String text, Consumer<Violation> violations) {
    for (Term term : terms) {
      Matcher word = term.expression().matcher(text);
      while (term.kind() == kind && word.find()) {
        violations.accept(
            new Violation(
                file.path(),
                file.lineAt(offset + word.start()),
                "\"" + word.group() + "\": write " + term.better()));
      }
    }
  }
}
