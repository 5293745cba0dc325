package dev.colonnade.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Test of links, images and words of all Markdown files of the repository. */
final class DocsLinkTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final String TERMS =
      "testing/src/main/resources/dev/colonnade/testing/tidy/terms.tsv";
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
  private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");

  @Test
  void shouldLinkToFilesAndHeadingsThatExist() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(CODE_BLOCK.matcher(Files.readString(page)).replaceAll(""));
      while (link.find()) {
        if (!resolves(page, link.group(1))) {
          broken.add(PROJECT.relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void shouldShowEveryImage() throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path page : pages()) {
      texts.add(Files.readString(page));
    }
    try (Stream<Path> images = Files.list(PROJECT.resolve("docs/images"))) {
      assertThat(images.map(image -> image.getFileName().toString()))
          .allSatisfy(image -> assertThat(texts).anyMatch(text -> text.contains(image)));
    }
  }

  @Test
  void shouldMentionEveryPageInTheTableOfContents() throws IOException {
    String contents = Files.readString(PROJECT.resolve("docs/README.md"));
    try (Stream<Path> files = Files.list(PROJECT.resolve("docs"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".md") && !name.equals("README.md"))
          .allSatisfy(name -> assertThat(contents).contains("(" + name + ")"));
    }
  }

  @Test
  void shouldUseStandardTerms() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      String prose = CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
      String text = CODE.matcher(prose).replaceAll("`").toLowerCase(Locale.ROOT);
      for (String[] term : terms()) {
        Matcher word = Pattern.compile("\\b(?:" + term[1] + ")\\b").matcher(text);
        while (word.find()) {
          found.add(PROJECT.relativize(page) + ": " + word.group() + ": write " + term[2]);
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static boolean resolves(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0 || anchors(target).contains(link.substring(hash + 1));
  }

  /** Returns the anchors that GitHub makes of the headings of a page. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    Matcher heading = HEADING.matcher(Files.readString(page));
    while (heading.find()) {
      String words = heading.group(1).toLowerCase(Locale.ROOT).strip();
      anchors.add(words.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
    }
    return anchors;
  }

  private static List<String[]> terms() throws IOException {
    return Files.readAllLines(PROJECT.resolve(TERMS)).stream()
        .filter(line -> line.startsWith("prose"))
        .map(line -> line.split("\t"))
        .toList();
  }

  /** Returns all Markdown files outside of build folders and hidden ones. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    Files.walkFileTree(
        PROJECT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean isIgnored = name.equals("target") || name.startsWith(".");
            return isIgnored && !folder.equals(PROJECT)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }
}
