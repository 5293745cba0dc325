package dev.colonnade.testing.tidy;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * First sentences of Javadoc: a noun phrase for a type, "Returns ...", "Adds ..." and the like for
 * a method; never an indirect question.
 */
final class JavadocRule implements TidyRule {
  private static final Pattern QUESTION =
      Pattern.compile("/\\*\\*[\\s*]*(What|How|Who|Where|Which|Whether|When|Why)\\b");

  @Override
  public void check(List<SourceFile> files, Consumer<Violation> violations) {
    for (SourceFile file : files) {
      Matcher places = SourceFile.COMMENT_OR_STRING.matcher(file.text());
      while (places.find()) {
        Matcher question = QUESTION.matcher(places.group());
        if (!question.lookingAt()) {
          continue;
        }
        violations.accept(
            new Violation(
                file.path(),
                file.lineAt(places.start()),
                "Javadoc begins with \""
                    + question.group(1)
                    + "\": begin with a noun phrase (types, fields) or \"Returns ...\" (methods)"));
      }
    }
  }
}
