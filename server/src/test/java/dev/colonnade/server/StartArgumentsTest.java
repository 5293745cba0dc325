package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class StartArgumentsTest {
  @Test
  void shouldReadNamesAndValues() {
    assertThat(StartArguments.of("start --store data --pg-port=0".split(" ", -1)))
        .hasValue(
            new StartArguments(Map.of(StartArguments.STORE, "data", StartArguments.PG_PORT, "0")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "start",
        "start --store data",
        "start --store=data --listen 0.0.0.0",
        "start --store=a=b --listen=::1",
        "start --native-port 0 --http-port 0 --pg-port 0 --config my.conf --store data",
      })
  void shouldAgreeWithPicocli(String line) {
    String[] arguments = line.split(" ", -1);
    StartCommand command = new StartCommand();
    new CommandLine(command).parseArgs(Arrays.copyOfRange(arguments, 1, arguments.length));

    assertThat(StartArguments.of(arguments)).hasValue(command.arguments());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "check --store data",
        "--verbose start --store data",
        "start --help",
        "start --store",
        "start --store data --verbose",
        "start --store data --store other",
        "start --stroe data",
        "start data",
        "start --store --listen",
        "start --store @file",
        "start --store=",
      })
  void shouldLeaveEveryOtherLineToPicocli(String line) {
    assertThat(StartArguments.of(line.split(" ", -1))).isEmpty();
  }
}
