package org.sennit.jcstress.harness;

/**
 * What jcstress prescribes to the compilers of a test: a stride is compiled as a whole, apart from the loop around it,
 * and nothing goes on in the interpreter while it is compiled.
 *
 * <p>Source: {@code TestConfig#generateDirectives} of jcstress 0.16, for all tests at once.
 */
final class CompilerDirectives {
    static final String TEXT = """
        [
          {
            match: ["*::jcstress_iteration_*", "*::jcstress_sanityCheck_*"],
            inline: [
              "-*::jcstress_stride_*",
              "-*::jcstress_check_*",
              "-*::jcstress_ni_consume_*",
              "+*::jcstress_consume_*",
              "+org/openjdk/jcstress/infra/runners/WorkerSync::*",
              "+java/util/concurrent/atomic/*::*"
            ],
            BackgroundCompilation: false,
          },
          {
            match: ["*::jcstress_stride_*", "*::jcstress_check_*"],
            inline: ["+org/sennit/jcstress/*::*"],
            BackgroundCompilation: false,
          },
        ]
        """;

    private CompilerDirectives() {}
}
